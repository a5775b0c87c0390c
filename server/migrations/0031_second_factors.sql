-- Compatible since: 0026_unsent_mails.sql
-- Passkeys, authenticator apps and recovery codes.

alter table developers
  -- 32 random bytes that a person's passkeys store, set with the first one.
  add column webauthn_user_id bytea,
  -- When the grace period of staff without a second factor starts: with this migration, the account or a promotion.
  add column factor_grace_from timestamptz not null default now();

create table passkeys (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_name_present check (btrim(name) <> '')
);
create index passkeys_by_developer on passkeys (developer_id);

create table totp_secrets (
  developer_id bigint not null references developers (id) on delete cascade,
  -- Encrypted.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code proves that an authenticator app has the secret.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: each step is accepted once.
  last_step bigint,
  constraint totp_secrets_pkey primary key (developer_id)
);

create table recovery_codes (
  developer_id bigint not null references developers (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (developer_id, code_hash)
);

-- Sign-ins with the right password that wait for a second factor.
create table pending_sign_ins (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint pending_sign_ins_token_unique unique (token_hash)
);
create index pending_sign_ins_by_developer on pending_sign_ins (developer_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);

create table webauthn_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  session_id bigint references sessions (id) on delete cascade,
  pending_id bigint references pending_sign_ins (id) on delete cascade,
  expires_at timestamptz not null,
  constraint webauthn_challenges_pkey primary key (challenge_hash),
  constraint webauthn_challenges_purpose check (
    purpose in ('registration', 'sign_in', 'second_factor', 'confirmation')
  ),
  constraint webauthn_challenges_owner check (
    (session_id is not null) = (purpose in ('registration', 'confirmation'))
    and (pending_id is not null) = (purpose = 'second_factor')
  )
);
create index webauthn_challenges_by_session on webauthn_challenges (session_id);
create index webauthn_challenges_by_pending on webauthn_challenges (pending_id);
create index webauthn_challenges_by_expiry on webauthn_challenges (expires_at);
