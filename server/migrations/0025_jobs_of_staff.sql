-- What the jobs page of staff needs, and which process runs a job.
-- Allowed: builds an index of jobs under a lock. Because finished jobs are deleted after days, so the table is small.
-- Allowed: reads all rows of jobs under a lock. Because finished jobs are deleted after days, so the table is small.

alter table jobs
  -- Someone canceled the job. One that is waiting or running ends as canceled when its process next looks at it.
  add column canceled_at timestamptz,
  -- The process that runs the job: a name that its restart has too, and an id that the restart doesn't have.
  add column locked_by text,
  drop constraint jobs_state,
  add constraint jobs_state check (state in ('waiting', 'running', 'done', 'failed', 'canceled'));

create index jobs_failed on jobs (id) where state = 'failed';
drop index jobs_finished;
create index jobs_finished on jobs (finished_at) where state in ('done', 'failed', 'canceled');
