-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: changes the index jobs_due of jobs. Because the release before only takes longer to find a job without it.
-- Allowed: builds an index of jobs under a lock. Because finished jobs are deleted after days, so the table is small.
-- Allowed: reads all rows of jobs under a lock. Because finished jobs are deleted after days, so the table is small.
-- Jobs of low priority start after all others.

alter table jobs add column is_low_priority boolean not null default false;
drop index jobs_due;
create index jobs_due on jobs (is_low_priority, run_at, id) where state in ('waiting', 'running');
