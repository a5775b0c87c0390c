-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: reads all rows of developer_apps under a lock. Because it only reads, which blocks no one.
-- Allowed: reads all rows of sandboxes under a lock. Because it only reads, which blocks no one.
-- Apps have up to two client secrets in each environment, so that they can replace one without an outage.

create table client_secrets (
  id bigint generated always as identity primary key,
  environment text not null,
  app_id bigint not null references developer_apps (id),
  -- SHA-256.
  hash bytea not null,
  last_four text not null,
  label text not null default '',
  created_by bigint references developers (id) on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  disabled_at timestamptz,
  -- Set when someone ends the secret; in the future while it has a grace period.
  ends_at timestamptz,
  constraint client_secrets_environment check (environment in ('production', 'sandbox')),
  constraint client_secrets_label check (length(label) <= 60)
);
create index client_secrets_by_app on client_secrets (app_id, environment);
create index client_secrets_by_hash on client_secrets (hash);

-- How many access tokens each secret issued, written in batches.
create table client_secret_uses (
  secret_id bigint not null references client_secrets (id) on delete cascade,
  day date not null,
  tokens integer not null,
  constraint client_secret_uses_pkey primary key (secret_id, day)
);

-- The state of an app's credentials in one environment. An app without a row has generation 0 and is not suspended.
create table app_credentials (
  environment text not null,
  app_id bigint not null references developer_apps (id),
  -- Every reset begins a new one. Tokens of earlier generations are no longer valid.
  generation integer not null default 0,
  suspended_at timestamptz,
  suspended_by bigint references developers (id) on delete set null,
  suspension_reason text,
  constraint app_credentials_pkey primary key (environment, app_id),
  constraint app_credentials_environment check (environment in ('production', 'sandbox')),
  constraint app_credentials_suspension_whole
    check ((suspended_at is null) = (suspension_reason is null) and (suspended_by is null or suspended_at is not null))
);

insert into client_secrets (environment, app_id, hash, last_four, created_at)
select 'production', id, decode(secret_hash, 'hex'), secret_last_four, secret_made_at
from developer_apps where secret_hash is not null
union all
select 'sandbox', developer_app_id, decode(secret_hash, 'hex'), secret_last_four, secret_made_at
from sandboxes where secret_hash is not null;

-- A server of the release before only writes the hash to the app or the sandbox when someone resets a secret.
create function follow_secret_reset() returns trigger language plpgsql as $$
declare
  environment_ text := tg_argv[0];
  app_id_ bigint := case when tg_argv[0] = 'production' then new.id else (to_jsonb(new) ->> 'developer_app_id')::bigint end;
begin
  if exists (select from client_secrets
      where environment = environment_ and app_id = app_id_ and hash = decode(new.secret_hash, 'hex')) then
    return null;
  end if;
  update client_secrets set ends_at = new.secret_made_at
  where environment = environment_ and app_id = app_id_ and (ends_at is null or ends_at > new.secret_made_at);
  insert into client_secrets (environment, app_id, hash, last_four, created_at)
  values (environment_, app_id_, decode(new.secret_hash, 'hex'), new.secret_last_four, new.secret_made_at);
  insert into app_credentials (environment, app_id, generation) values (environment_, app_id_, 1)
  on conflict (environment, app_id) do update set generation = app_credentials.generation + 1;
  return null;
end
$$;
create trigger developer_apps_secret_followed after insert or update of secret_hash on developer_apps
  for each row when (new.secret_hash is not null) execute function follow_secret_reset('production');
create trigger sandboxes_secret_followed after insert or update of secret_hash on sandboxes
  for each row when (new.secret_hash is not null) execute function follow_secret_reset('sandbox');
