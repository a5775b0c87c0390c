-- The limits of the platform's servers: who may call how often, who said so, and what was asked for lately.

create table quota_buckets (
  id bigint generated always as identity primary key,
  server text not null,
  name text not null,
  client_id text not null,
  domain text not null,
  bucket_templates jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted bucket keeps its number: reverting the deletion brings back the same one.
  deleted_at timestamptz,
  constraint quota_buckets_named check (btrim(name) <> '' and btrim(client_id) <> '' and btrim(domain) <> ''),
  constraint quota_buckets_templates
    check (jsonb_typeof(bucket_templates) = 'array' and jsonb_array_length(bucket_templates) between 1 and 10)
);
create unique index quota_buckets_once on quota_buckets (server, domain, client_id) where deleted_at is null;

-- Every change with who and why. `before` and `after` hold the whole bucket, so that any change can be taken back.
create table quota_bucket_changes (
  id bigint generated always as identity primary key,
  bucket_id bigint not null references quota_buckets (id),
  kind text not null,
  before jsonb,
  after jsonb,
  reason text not null,
  changed_by bigint not null references developers (id),
  changed_at timestamptz not null,
  reverts bigint references quota_bucket_changes (id),
  constraint quota_bucket_changes_kind check (kind in ('created', 'updated', 'deleted', 'reverted')),
  constraint quota_bucket_changes_reasoned check (btrim(reason) <> ''),
  constraint quota_bucket_changes_something check (before is not null or after is not null),
  constraint quota_bucket_changes_revert check ((kind = 'reverted') = (reverts is not null))
);
create index quota_bucket_changes_newest on quota_bucket_changes (bucket_id, id desc);

-- What one client has used up. Its row is the lock of its checks.
create table quota_counters (
  id bigint generated always as identity primary key,
  server text not null,
  domain text not null,
  client_id text not null,
  second bigint not null default 0,
  windows jsonb not null default '[]',
  constraint quota_counters_once unique (server, domain, client_id)
);
create index quota_counters_oldest on quota_counters (second);

-- The checks of the last two days, one row for each client and second: a preview replays them.
create table quota_checks (
  counter_id bigint not null references quota_counters (id) on delete cascade,
  second bigint not null,
  allowed integer not null,
  refused integer not null,
  constraint quota_checks_pkey primary key (counter_id, second),
  constraint quota_checks_counted check (allowed >= 0 and refused >= 0 and allowed + refused > 0)
);
create index quota_checks_oldest on quota_checks (second);

-- The answers to checks with an id of their own, for as long as a retry may come.
create table quota_answers (
  check_id text collate "C" not null,
  counter_id bigint not null references quota_counters (id) on delete cascade,
  occurred_at timestamptz not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  constraint quota_answers_pkey primary key (check_id)
);
create index quota_answers_oldest on quota_answers (answered_at);
