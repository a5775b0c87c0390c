-- Compatible since: 0028_unconfirmed_sends.sql
-- The calls that created something with an Idempotency-Key, so that a repeated call gets the same reply.

create table idempotency_keys (
  -- Of the caller, their personal access token if they used one, and the key.
  key_hash bytea constraint idempotency_keys_pkey primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  -- Of the call and its input: the same key with another request is a mistake.
  request_hash bytea not null,
  created_at timestamptz not null,
  -- Null while the call runs, and if it ended without telling whether it created anything.
  finished_at timestamptz,
  -- Null for a reply with a secret, which is never stored.
  reply text
);

create index idempotency_keys_developer on idempotency_keys (developer_id, created_at);
create index idempotency_keys_created on idempotency_keys (created_at);
