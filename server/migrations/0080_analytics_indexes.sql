-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: builds an index of analytics_events under a lock. Because only the browser's reports wait for it, for which no one waits.
-- Allowed: reads all rows of analytics_events under a lock. Because only the browser's reports wait for it, for which no one waits.
-- Allowed: reads all rows of developers under a lock. Because the lock stops no request: the statement only reads them.

lock table analytics_events in share row exclusive mode;
create index analytics_events_by_developer on analytics_events (developer_id);
create index analytics_events_by_time on analytics_events (at);
delete from analytics_events event where developer_id is not null and not exists (
  select from developers where developers.id = event.developer_id and developers.deleted_at is null
);
