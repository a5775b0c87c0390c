-- What the platform's services report of apps, and the reports mailed from it.

create table service_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint service_tokens_name_present check (btrim(name) <> '' and length(name) <= 100),
  constraint service_tokens_token_unique unique (token_hash)
);
create unique index service_tokens_name_unique on service_tokens (name) where revoked_at is null;

-- Every record ever accepted, by its id: a service may send anything again, however late, and nothing counts twice.
create table platform_events (
  event_id text collate "C" not null,
  developer_app_id bigint not null references developer_apps (id),
  service_token_id bigint references service_tokens (id),
  received_at timestamptz not null,
  constraint platform_events_pkey primary key (event_id)
);
create index platform_events_newest on platform_events (developer_app_id, received_at desc);

-- Each time a company installed or removed an app, as the engagement report lists it under its UTC day.
create table installation_events (
  id bigint generated always as identity primary key,
  event_id text collate "C" not null,
  developer_app_id bigint not null references developer_apps (id),
  company_id bigint not null,
  company_name text not null,
  company_is_demo boolean not null,
  user_email text,
  status text not null,
  occurred_at timestamptz not null,
  day date not null generated always as ((occurred_at at time zone 'UTC')::date) stored,
  constraint installation_events_once unique (event_id),
  constraint installation_events_status check (status in ('installed', 'uninstalled'))
);
create index installation_events_by_day on installation_events (developer_app_id, day desc, occurred_at desc, id desc);

-- The last word on each company. Records arrive in any order: a later occurred_at wins, then the larger event id.
create table installations (
  developer_app_id bigint not null references developer_apps (id),
  company_id bigint not null,
  company_name text not null,
  company_is_demo boolean not null,
  user_email text,
  status text not null,
  event_id text collate "C" not null,
  updated_at timestamptz not null,
  constraint installations_pkey primary key (developer_app_id, company_id),
  constraint installations_status check (status in ('installed', 'uninstalled'))
);

create table marketplace_views (
  developer_app_id bigint not null references developer_apps (id),
  day date not null,
  count bigint not null,
  constraint marketplace_views_pkey primary key (developer_app_id, day),
  constraint marketplace_views_counted check (count > 0)
);

-- In the order of the usage report: its rows are one walk along the key.
create table api_call_records (
  developer_app_id bigint not null references developer_apps (id),
  day date not null,
  response_code smallint not null,
  http_method text not null,
  normalized_route text not null,
  count bigint not null,
  constraint api_call_records_pkey
    primary key (developer_app_id, day, response_code, http_method, normalized_route),
  constraint api_call_records_counted check (count > 0)
);

create table usage_reports (
  id bigint generated always as identity primary key,
  developer_app_id bigint not null references developer_apps (id),
  requested_by bigint not null references developers (id),
  recipient text not null,
  state text not null default 'generating',
  requested_at timestamptz not null,
  finished_at timestamptz,
  constraint usage_reports_state check (state in ('generating', 'sent', 'failed')),
  constraint usage_reports_finished check ((state = 'generating') = (finished_at is null))
);
create index usage_reports_newest on usage_reports (developer_app_id, id desc);

create table mail_attachments (
  id bigint generated always as identity primary key,
  mail_id bigint not null references mails (id) on delete cascade,
  filename text not null,
  content_type text not null,
  content bytea not null
);
create index mail_attachments_by_mail on mail_attachments (mail_id);
