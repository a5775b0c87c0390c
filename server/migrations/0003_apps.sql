-- Apps, the people on them, and the sandbox each one gets.

create table developer_apps (
  id bigint generated always as identity primary key,
  uid text not null,
  internal_name text not null,
  name text not null default '',
  owner_id bigint not null references developers (id),
  -- With the foreign key below: the owner is always a collaborator with the role owner, so that no app can lose its owner.
  owner_role text not null generated always as ('owner') stored,
  redirect_uri text not null default 'http://localhost',
  allowed_cors_domain text not null default '',
  legacy boolean not null default false,
  connectable boolean not null default false,
  confidential boolean not null default true,
  grant_type text not null default 'authorization_code',
  secret_hash text,
  secret_last_four text,
  secret_made_at timestamptz,
  thumbnail_url text,
  app_id uuid,
  published_app_version_id uuid,
  marketplace_enabled boolean not null default false,
  external_owner_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint developer_apps_uid_unique unique (uid),
  constraint developer_apps_app_id_unique unique (app_id),
  constraint developer_apps_name_present check (btrim(internal_name) <> '' and length(internal_name) <= 100),
  constraint developer_apps_grant_type check (grant_type in ('client_credentials', 'implicit', 'authorization_code')),
  constraint developer_apps_secret_whole
    check ((secret_hash is null) = (secret_last_four is null) and (secret_hash is null) = (secret_made_at is null))
);
create index developer_apps_by_owner on developer_apps (owner_id);

create table collaborators (
  id bigint generated always as identity primary key,
  app_id bigint not null references developer_apps (id),
  developer_id bigint not null references developers (id),
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint collaborators_role check (role in ('owner', 'admin', 'developer', 'user')),
  constraint collaborators_person_once unique (app_id, developer_id),
  constraint collaborators_with_role_unique unique (app_id, developer_id, role)
);
create unique index collaborators_one_owner on collaborators (app_id) where role = 'owner';
create index collaborators_by_developer on collaborators (developer_id);

alter table developer_apps add constraint developer_apps_owner_is_collaborator
  foreign key (id, owner_id, owner_role) references collaborators (app_id, developer_id, role)
  deferrable initially deferred;

create table sandboxes (
  id bigint generated always as identity primary key,
  developer_app_id bigint not null references developer_apps (id),
  status text not null default 'pending',
  requested_by bigint not null references developers (id),
  requested_at timestamptz not null,
  company_id bigint,
  url text,
  app_id text,
  secret_hash text,
  secret_last_four text,
  secret_made_at timestamptz,
  redirect_uri text not null default 'http://localhost',
  allowed_cors_domain text not null default '',
  procore_app_id text,
  confidential boolean not null default true,
  grant_type text not null default 'authorization_code',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sandboxes_one_per_app unique (developer_app_id),
  constraint sandboxes_status check (status in ('pending', 'live', 'failed')),
  constraint sandboxes_grant_type check (grant_type in ('client_credentials', 'implicit', 'authorization_code')),
  constraint sandboxes_live_is_whole check (
    status <> 'live'
    or (company_id is not null and url is not null and app_id is not null and procore_app_id is not null)
  ),
  constraint sandboxes_app_id_unique unique (app_id),
  constraint sandboxes_secret_whole
    check ((secret_hash is null) = (secret_last_four is null) and (secret_hash is null) = (secret_made_at is null))
);
