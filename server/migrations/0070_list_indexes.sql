-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: builds an index of app_directory under a lock. Because it takes seconds; a portal with many apps builds it beforehand.
-- Allowed: reads all rows of app_directory under a lock. Because it takes seconds; a portal with many apps builds it beforehand.
-- Allowed: builds an index of audit_events under a lock. Because it takes seconds; a portal with many events builds it beforehand.
-- Allowed: reads all rows of audit_events under a lock. Because it takes seconds; a portal with many events builds it beforehand.
-- Every statement can run again: operators of large portals build the indexes concurrently before they upgrade
-- (docs/operations.md).

-- Returns the n-grams of six characters of a text: every one, or every few that together cover it. Unlike trigrams, they cross
-- the spaces between words, so the rows that contain all n-grams of a phrase are few more than those that contain it.
create or replace function text_ngrams(whole text, step integer) returns text[]
language sql immutable strict cost 1000 as $$
  select coalesce(array_agg(substr(whole, n, 6)), '{}')
  from generate_series(1, length(whole) - 5) n
  where (n - 1) % step = 0 or n = length(whole) - 5
$$;

-- By bytes: comparing by a locale takes longer.
create index if not exists app_directory_ngrams on app_directory
  using gin ((text_ngrams(search_text, 1) collate "C"));
-- Nothing is estimated from it: ANALYZE would cut up thousands of rows for nothing.
alter index app_directory_ngrams alter column 1 set statistics 0;

-- With what else an actor's and an app's events are filtered by, so that they are filtered without reading them.
-- audit_events_by_actor and audit_events_of_app stay: searches join by them, which would take ten times as long by these.
create index if not exists audit_events_by_actor_filtered on audit_events (actor_id, at, id)
  include (action, subject_type, app_id, token_id);
create index if not exists audit_events_of_app_filtered on audit_events (app_id, at, id)
  include (action, subject_type);
