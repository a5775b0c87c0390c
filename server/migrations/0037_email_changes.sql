-- Compatible since: 0028_unconfirmed_sends.sql
-- Changes of email addresses: asked for, confirmed with a link to the new address, undone with a link to the old one.

create table email_changes (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  requested_at timestamptz not null,
  confirm_token_hash bytea not null,
  confirm_until timestamptz not null,
  confirmed_at timestamptz,
  undo_token_hash bytea,
  undo_until timestamptz,
  undone_at timestamptz,
  -- When a later change replaced it. Its links no longer work.
  canceled_at timestamptz,
  constraint email_changes_confirm_token_unique unique (confirm_token_hash),
  constraint email_changes_undo_token_unique unique (undo_token_hash),
  constraint email_changes_undo check ((confirmed_at is null) = (undo_token_hash is null))
);
create index email_changes_by_developer on email_changes (developer_id);
