-- Compatible since: 0028_unconfirmed_sends.sql
-- When and how the person of a session proved who they are, and when the session ends at the latest. The release before
-- leaves the times empty: its sessions count from `created_at`.

alter table sessions
  add column authenticated_at timestamptz,
  add column confirmed_at timestamptz,
  add column methods text[] not null default '{password}',
  add column absolute_expires_at timestamptz;

alter table sessions add constraint sessions_methods check (
  cardinality(methods) > 0 and methods <@ '{password,totp,passkey,recovery_code}'::text[]
) not valid;
