-- Compatible since: 0028_unconfirmed_sends.sql
-- The OAuth 2.0 server. Nothing in these tables can be used as a token: identifiers are hashed and keys are encrypted.

create table oauth_keys (
  id bigint generated always as identity primary key,
  environment text not null,
  kid text not null,
  -- A new key is published before it signs, and stays published until the last token it signed has expired.
  state text not null,
  public_jwk jsonb not null,
  private_encrypted bytea not null,
  created_at timestamptz not null,
  current_since timestamptz,
  retired_at timestamptz,
  constraint oauth_keys_kid unique (kid),
  constraint oauth_keys_environment check (environment in ('production', 'sandbox')),
  constraint oauth_keys_state check (state in ('next', 'current', 'retired'))
);
create unique index oauth_keys_one_current on oauth_keys (environment) where state = 'current';
create unique index oauth_keys_one_next on oauth_keys (environment) where state = 'next';

-- What someone allowed an app. The id is not a secret: nothing accepts it in place of a token.
create table oauth_grants (
  id uuid primary key,
  environment text not null,
  app_id bigint not null references developer_apps (id),
  developer_id bigint not null references developers (id) on delete cascade,
  -- Whether the app gets a code again without a question: only for apps that can prove their identity.
  is_remembered boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint oauth_grants_environment check (environment in ('production', 'sandbox'))
);
create index oauth_grants_of_developer on oauth_grants (developer_id, environment, app_id) where revoked_at is null;
create index oauth_grants_of_app on oauth_grants (app_id);

-- Authorization codes, refresh tokens and pushed authorization requests. Access tokens are signed and have no row.
create table oauth_tokens (
  -- SHA-256 of environment, kind and token.
  hash bytea primary key,
  environment text not null,
  kind text not null,
  -- Pushed requests have no grant yet.
  grant_id uuid references oauth_grants (id) on delete cascade,
  -- The generation of the app's credentials, for tokens with a grant.
  generation integer,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint oauth_tokens_environment check (environment in ('production', 'sandbox')),
  constraint oauth_tokens_kind check (kind in ('AuthorizationCode', 'RefreshToken', 'PushedAuthorizationRequest'))
);
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

-- Authorization requests that wait for someone's decision.
create table oauth_interactions (
  hash bytea primary key,
  environment text not null,
  client_id text not null,
  payload jsonb not null,
  -- Names the pushed request that is used up when the code is issued.
  pushed_request_encrypted bytea,
  -- The only session that can decide. Unknown until someone signs in.
  session_id bigint references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint oauth_interactions_environment check (environment in ('production', 'sandbox'))
);
create index oauth_interactions_by_expiry on oauth_interactions (expires_at);
create index oauth_interactions_of_session on oauth_interactions (session_id);

-- Access tokens that were revoked before they expire.
create table revoked_tokens (
  jti_hash bytea primary key,
  expires_at timestamptz not null
);
create index revoked_tokens_by_expiry on revoked_tokens (expires_at);

-- The last decisions of the OAuth server about each app, with the reason of each refusal.
create table oauth_events (
  id bigint generated always as identity primary key,
  environment text not null,
  app_id bigint not null references developer_apps (id),
  at timestamptz not null,
  -- Since when rows with the same reason and network are counted in this one.
  since timestamptz not null,
  outcome text not null,
  action text not null,
  reason text not null,
  detail text not null default '',
  network text not null,
  count integer not null,
  constraint oauth_events_environment check (environment in ('production', 'sandbox')),
  constraint oauth_events_outcome check (outcome in ('issued', 'refused'))
);
create index oauth_events_of_app on oauth_events (app_id, environment, id desc);
create index oauth_events_by_time on oauth_events (at);
