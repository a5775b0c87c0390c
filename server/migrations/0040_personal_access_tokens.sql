-- Compatible since: 0028_unconfirmed_sends.sql
-- What lets a developer's programs call the API: what each may do, and until when. Only hashes of tokens are stored.

create table personal_access_tokens (
  id bigint generated always as identity constraint personal_access_tokens_pkey primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  name text not null constraint personal_access_tokens_name check (char_length(name) between 1 and 100),
  token_hash bytea not null constraint personal_access_tokens_token_unique unique,
  last_four text not null,
  actions text[] not null constraint personal_access_tokens_actions check (cardinality(actions) > 0),
  -- Null for every app of the developer.
  app_ids bigint[] constraint personal_access_tokens_apps check (cardinality(app_ids) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_network text,
  reminded_at timestamptz,
  revoked_at timestamptz
);

create index personal_access_tokens_developer on personal_access_tokens (developer_id);
create index personal_access_tokens_reminder on personal_access_tokens (expires_at)
  where reminded_at is null and revoked_at is null;

-- The personal access token that someone used to act. Not a reference: an event outlives the token.
alter table audit_events add column token_id bigint;
