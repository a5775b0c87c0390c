-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: changes the index jobs_due of jobs. Because the release before only takes longer to find a job without it.
-- Allowed: builds an index of jobs under a lock. Because finished jobs are deleted after days, so the table is small.
-- Allowed: reads all rows of jobs under a lock. Because finished jobs are deleted after days, so the table is small.
-- Jobs that no one waits for start after all others.

alter table jobs add column is_background boolean not null default false;
drop index jobs_due;
create index jobs_due on jobs (is_background, run_at, id) where state in ('waiting', 'running');
