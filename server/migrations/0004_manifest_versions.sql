-- One row for each saved manifest: a sandbox version, or the production copy a promotion made.

create table app_versions (
  id bigint generated always as identity primary key,
  app_version_id uuid not null,
  developer_app_id bigint not null references developer_apps (id),
  versionable_type text not null,
  version integer not null,
  semantic_version text,
  -- json, not jsonb: the text as it was written, keys in their order.
  content json not null,
  state text,
  promoted_from bigint references app_versions (id),
  changelog text,
  developer_notes text,
  admin_notes text,
  created_by bigint not null references developers (id),
  in_review_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint app_versions_key_unique unique (app_version_id),
  constraint app_versions_number_once unique (developer_app_id, versionable_type, version),
  constraint app_versions_semantic_once unique (developer_app_id, versionable_type, semantic_version),
  constraint app_versions_promoted_once unique (promoted_from),
  constraint app_versions_environment check (versionable_type in ('Sandbox', 'ProductionEnvironment')),
  constraint app_versions_semantic_form
    check (semantic_version is null or semantic_version ~ '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$'),
  constraint app_versions_state check (
    (versionable_type = 'Sandbox' and state is null)
    or (versionable_type = 'ProductionEnvironment' and state in ('confidential', 'in_review', 'published'))
  ),
  constraint app_versions_review_dated check (state is distinct from 'in_review' or in_review_at is not null),
  constraint app_versions_published_dated check (state is distinct from 'published' or published_at is not null)
);
create index app_versions_newest on app_versions (developer_app_id, versionable_type, created_at desc, id desc);
create index app_versions_in_review on app_versions (developer_app_id, in_review_at) where state = 'in_review';

alter table developer_apps add constraint developer_apps_published_version
  foreign key (published_app_version_id) references app_versions (app_version_id) deferrable initially deferred;
