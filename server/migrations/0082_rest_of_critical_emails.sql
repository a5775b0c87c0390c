-- Compatible since: 0028_unconfirmed_sends.sql

-- So that the emails about a critical notification that is hidden before all are sent go out once it is shown again.
alter table notifications
  -- Developers with larger ids have no email yet. Null once all have one, and for notifications that aren't critical.
  add column mail_after bigint;
