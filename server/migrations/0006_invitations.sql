-- Invitations: an offer of a role on an app to an address that need not be registered.

create table invitations (
  id bigint generated always as identity primary key,
  app_id bigint not null references developer_apps (id),
  email text not null,
  role text not null,
  -- A pending one past its time counts as expired; it is written down when a newer one takes its place.
  status text not null default 'pending',
  token_hash bytea not null,
  invited_by bigint not null references developers (id),
  sent_at timestamptz not null,
  sent_count integer not null default 1,
  expires_at timestamptz not null,
  accepted_by bigint references developers (id),
  accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invitations_email_is_lower check (email = lower(email) and email like '%_@_%'),
  constraint invitations_role check (role in ('admin', 'developer')),
  constraint invitations_status check (status in ('pending', 'accepted', 'canceled', 'expired')),
  constraint invitations_accepted_is_whole
    check ((status = 'accepted') = (accepted_by is not null) and (accepted_by is null) = (accepted_at is null)),
  constraint invitations_token_unique unique (token_hash)
);
create unique index invitations_one_pending on invitations (app_id, email) where status = 'pending';
create index invitations_by_app on invitations (app_id, id);
create index invitations_by_address on invitations (email, sent_at);
create index invitations_by_inviter on invitations (invited_by, sent_at);
