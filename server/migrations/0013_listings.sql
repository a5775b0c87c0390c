-- Marketplace listings: what is written, reviewed and published, and the files they show.

create table submissions (
  id bigint generated always as identity primary key,
  developer_app_id bigint not null references developer_apps (id),
  -- Counts the submissions of the app.
  version integer not null,
  state text not null default 'draft',
  approval_state text not null default 'unreviewed',
  -- The fields of the contract's ListingFields, checked when they were written.
  content jsonb not null,
  -- Safe HTML: what staff said with their last decision.
  admin_message text,
  admin_notes text,
  is_concierge_app boolean not null default false,
  silent boolean not null default false,
  live boolean not null default true,
  made_by_procore boolean not null default false,
  procore_certified_partner boolean not null default false,
  created_by bigint not null references developers (id),
  in_review_at timestamptz,
  published_at timestamptz,
  -- When a later one took its place on the marketplace.
  superseded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint submissions_numbered unique (developer_app_id, version),
  constraint submissions_state check (state in ('draft', 'in_review', 'published')),
  constraint submissions_approval_state check (approval_state in ('unreviewed', 'approved', 'rejected')),
  constraint submissions_content check (jsonb_typeof(content) = 'object'),
  constraint submissions_published check ((state = 'published') = (published_at is not null)),
  constraint submissions_superseded check (superseded_at is null or state = 'published')
);
-- One is written at a time, and one is shown.
create unique index submissions_one_open on submissions (developer_app_id) where state <> 'published';
create unique index submissions_one_published on submissions (developer_app_id)
  where state = 'published' and superseded_at is null;
create index submissions_whats_new on submissions (published_at desc)
  where state = 'published' and superseded_at is null;

create table submission_events (
  id bigint generated always as identity primary key,
  submission_id bigint not null references submissions (id),
  developer_app_id bigint not null references developer_apps (id),
  event text not null,
  actor_id bigint not null references developers (id),
  message text,
  silent boolean not null default false,
  at timestamptz not null,
  constraint submission_events_event check (event in ('submitted', 'withdrawn', 'approved', 'rejected'))
);
create index submission_events_newest on submission_events (developer_app_id, id desc);

alter table files drop constraint files_content_type;
alter table files add constraint files_content_type check (
  content_type in ('image/jpeg', 'image/png', 'application/pdf', 'video/mp4', 'video/quicktime')
);

-- A file of an app's listings. Several submissions may show it; one that none shows is tidied away.
create table media (
  id bigint generated always as identity primary key,
  developer_app_id bigint not null references developer_apps (id),
  type text not null,
  original_filename text not null,
  -- Where it lies: on our disk, or with the video host under its hashed id.
  file_key text references files (key),
  external_url text,
  content_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  uploaded_by bigint not null references developers (id),
  created_at timestamptz not null,
  constraint media_type check (type in ('Document', 'ShowcaseVideo', 'Picture', 'Video', 'Logo')),
  constraint media_lies_somewhere check ((file_key is null) <> (external_url is null)),
  constraint media_bytes check (bytes > 0)
);
create index media_by_app on media (developer_app_id);
create index media_by_file on media (file_key) where file_key is not null;
create index media_by_external_url on media (external_url) where external_url is not null;

-- What a submission shows, in its order, and what it says of it.
create table submission_media (
  submission_id bigint not null references submissions (id),
  media_id bigint not null references media (id),
  position integer not null,
  name text not null,
  description text not null,
  constraint submission_media_pkey primary key (submission_id, media_id)
);
create index submission_media_by_media on submission_media (media_id);

-- What the built-in video host keeps, by the hashed id it answered with.
create table hosted_videos (
  hashed_id text primary key,
  file_key text not null references files (key),
  name text not null,
  created_at timestamptz not null
);
create index hosted_videos_by_file on hosted_videos (file_key);

-- The address of an app's page on the marketplace: given when it is first published, and kept.
alter table developer_apps add column marketplace_slug text;
alter table developer_apps add constraint developer_apps_slug_unique unique (marketplace_slug);
