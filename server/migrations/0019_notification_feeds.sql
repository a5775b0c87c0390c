-- The private feed of announcements: at most one address for each account, which goes with it.

create table notification_feeds (
  developer_id bigint references developers (id) on delete cascade
    constraint notification_feeds_pkey primary key,
  token_hash bytea not null constraint notification_feeds_token_unique unique,
  made_at timestamptz not null,
  last_read_at timestamptz
);
