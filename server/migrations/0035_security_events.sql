-- Compatible since: 0028_unconfirmed_sends.sql
-- What happens to the security of accounts: sign-ins, failed ones too, and changes of passwords, factors and tokens.

create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- Null if no account has the address that someone typed.
  developer_id bigint references developers (id) on delete cascade,
  actor_kind text not null,
  actor_id bigint,
  -- A keyed hash of the address typed at a failed sign-in, which may belong to someone without an account.
  typed_email_hash bytea,
  -- The first 24 bits of an IPv4 address, 48 of an IPv6 address.
  network text,
  browser text,
  details jsonb not null default '{}',
  request_id text,
  constraint security_events_actor_kind check (actor_kind in ('person', 'visitor', 'job', 'command', 'service')),
  constraint security_events_person_has_id check (actor_kind <> 'person' or actor_id is not null)
);
create index security_events_newest on security_events (at, id);
create index security_events_by_developer on security_events (developer_id, at, id);
create index security_events_by_typed_email on security_events (typed_email_hash, at, id)
  where typed_email_hash is not null;
create index security_events_by_kind on security_events (kind, at, id);

-- When sign-ins last failed as often as the settings call a burst, so that each burst is emailed once.
create table sign_in_bursts (
  only_row boolean not null default true constraint sign_in_bursts_pkey primary key,
  last_seen_at timestamptz not null,
  constraint sign_in_bursts_only_row check (only_row)
);
