-- Compatible since: 0028_unconfirmed_sends.sql

-- So that a report whose email can't be delivered says so.
alter table usage_reports
  -- The email with the report. Not a reference: a report outlives its email.
  add column mail_id bigint,
  add column undelivered_at timestamptz;
