-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: adds the constraint analytics_events_developer to analytics_events. Because only accounts that exist record events.
-- Analytics events belong to an account: its export has them, and they are deleted with it.

-- Not valid: a check would read the table under a lock of the accounts. The next migration deletes what it would refuse.
alter table analytics_events add constraint analytics_events_developer
  foreign key (developer_id) references developers (id) on delete cascade not valid;
