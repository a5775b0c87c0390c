-- What staff announce to developers, and who has read it.

create table notifications (
  id bigint generated always as identity primary key,
  title text not null,
  summary text not null,
  body text not null,
  critical boolean not null default false,
  draft boolean not null default false,
  show_after date,
  visible boolean not null default true,
  created_by bigint not null references developers (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint notifications_texts_present check (btrim(title) <> '' and btrim(summary) <> '' and btrim(body) <> ''),
  constraint notifications_critical_is_public check (not critical or (not draft and show_after is null))
);
create index notifications_newest on notifications (created_at desc, id desc);

create table notification_reads (
  notification_id bigint not null references notifications (id) on delete cascade,
  developer_id bigint not null references developers (id) on delete cascade,
  read_at timestamptz not null,
  constraint notification_reads_pkey primary key (developer_id, notification_id)
);
create index notification_reads_by_notification on notification_reads (notification_id);
