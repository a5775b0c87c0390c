-- What is stored, and for whom it counts: the quotas are checked against these rows. A claim comes before the bytes and
-- goes when they are dropped.

create table storage_claims (
  id bigint generated always as identity primary key,
  -- Null: a video of the built-in host, which belongs to no app.
  app_id bigint references developer_apps (id),
  -- Null: brought by staff, for the app.
  developer_id bigint references developers (id),
  bytes bigint not null,
  created_at timestamptz not null,
  file_key text references files (key) on delete cascade,
  -- A video that an outside host stores. With neither, one that is on its way there.
  media_id bigint references media (id) on delete cascade,
  constraint storage_claims_counts_for check (app_id is not null or developer_id is not null),
  constraint storage_claims_one_thing check (file_key is null or media_id is null),
  constraint storage_claims_bytes check (bytes > 0),
  constraint storage_claims_file_unique unique (file_key),
  constraint storage_claims_media_unique unique (media_id)
);
create index storage_claims_by_app on storage_claims (app_id) where app_id is not null;
create index storage_claims_by_developer on storage_claims (developer_id) where developer_id is not null;
create index storage_claims_on_their_way on storage_claims (created_at) where file_key is null and media_id is null;

-- Files that only superseded listings show are kept as history and count for nobody.
with counted_media as (
  select media.*, hosted.file_key as hosted_key
  from media left join hosted_videos hosted on hosted.hashed_id = media.external_url
  where not exists (select from submission_media shown where shown.media_id = media.id)
    or exists (
      select from submission_media shown join submissions on submissions.id = shown.submission_id
      where shown.media_id = media.id and submissions.superseded_at is null
    )
), of_media as (
  select developer_app_id as app_id,
    case when type in ('ShowcaseVideo', 'Document') then null else uploaded_by end as developer_id,
    bytes, created_at, coalesce(file_key, hosted_key) as file_key,
    case when coalesce(file_key, hosted_key) is null then id end as media_id
  from counted_media
)
insert into storage_claims (app_id, developer_id, bytes, created_at, file_key, media_id)
select * from of_media
union all
select app.id, file.uploaded_by, file.bytes, file.created_at, file.key, null
from files file join developer_apps app on app.thumbnail_key = file.key
union all
select null, file.uploaded_by, file.bytes, file.created_at, file.key, null
from files file join hosted_videos hosted on hosted.file_key = file.key
where not exists (select from media where media.external_url = hosted.hashed_id)
on conflict do nothing;
