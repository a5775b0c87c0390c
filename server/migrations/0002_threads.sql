-- The threads that run through every feature: audit trail, jobs, mail, analytics.

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references developers (id),
  actor_kind text not null,
  app_id bigint,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  changes jsonb not null default '{}',
  request_id text,
  constraint audit_events_actor_kind check (actor_kind in ('person', 'visitor', 'job', 'command', 'service')),
  constraint audit_events_person_has_id check (actor_kind <> 'person' or actor_id is not null)
);
create index audit_events_by_app on audit_events (app_id, id);
create index audit_events_by_subject on audit_events (subject_type, subject_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  payload jsonb not null default '{}',
  state text not null default 'waiting',
  run_at timestamptz not null,
  attempts integer not null default 0,
  max_attempts integer not null default 5,
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint jobs_state check (state in ('waiting', 'running', 'done', 'failed')),
  constraint jobs_key_unique unique (kind, key)
);
create index jobs_due on jobs (run_at, id) where state in ('waiting', 'running');
create index jobs_finished on jobs (finished_at) where state = 'done';

create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_newest on mails (id desc);

create table analytics_events (
  id bigint generated always as identity primary key,
  developer_id bigint references developers (id),
  key text not null,
  properties jsonb not null default '{}',
  at timestamptz not null
);
create index analytics_events_by_key on analytics_events (key, at);
