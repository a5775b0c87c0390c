-- What someone has typed into an editor and not saved: one draft for each person and subject.

create table drafts (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  kind text not null,
  developer_app_id bigint references developer_apps (id) on delete cascade,
  -- Null in drafts of announcements that don't exist yet.
  notification_id bigint references notifications (id) on delete cascade,
  -- JSON as text: jsonb takes neither NUL nor lone surrogates, and nothing searches in here.
  content text not null,
  based_on text,
  updated_at timestamptz not null,
  constraint drafts_key unique nulls not distinct (developer_id, kind, developer_app_id, notification_id),
  constraint drafts_kind check (kind in ('manifest', 'listing', 'notification')),
  constraint drafts_subject check (
    case kind
      when 'notification' then developer_app_id is null
      else developer_app_id is not null and notification_id is null
    end
  )
);
create index drafts_by_app on drafts (developer_app_id);
create index drafts_by_notification on drafts (notification_id);
create index drafts_by_time on drafts (updated_at);
