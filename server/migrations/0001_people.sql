-- People, their sessions and the links we mail them.

create table developers (
  id bigint generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  name text generated always as (first_name || ' ' || last_name) stored,
  company_name text not null default '',
  password_hash text not null,
  procore_id bigint,
  is_admin boolean not null default false,
  is_employee boolean not null default false,
  is_partner boolean not null default false,
  email_confirmed_at timestamptz,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint developers_email_is_lower check (email = lower(email) and email like '%_@_%'),
  constraint developers_email_unique unique (email),
  constraint developers_procore_id_unique unique (procore_id),
  constraint developers_names_present check (btrim(first_name) <> '' and btrim(last_name) <> '')
);

create table sessions (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  token_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_token_unique unique (token_hash)
);
create index sessions_by_developer on sessions (developer_id);

create table email_tokens (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint email_tokens_purpose check (purpose in ('confirm_email', 'reset_password')),
  constraint email_tokens_token_unique unique (token_hash)
);
create index email_tokens_by_developer on email_tokens (developer_id, purpose);

-- How often something was tried in a window: shared by every server process, so that the limit is one limit.
create table attempts (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint attempts_pkey primary key (key, window_start)
);
create index attempts_by_window on attempts (window_start);
