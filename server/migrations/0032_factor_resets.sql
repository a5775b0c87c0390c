-- Compatible since: 0026_unsent_mails.sql
-- Resets of second factors by staff, which wait so that the owner of the account can cancel them.

create table factor_resets (
  id bigint generated always as identity primary key,
  developer_id bigint not null references developers (id) on delete cascade,
  reason text not null,
  requested_by bigint not null,
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  -- Of the link that cancels the reset.
  token_hash bytea not null,
  canceled_at timestamptz,
  done_at timestamptz,
  constraint factor_resets_token_unique unique (token_hash),
  constraint factor_resets_ended_once check (canceled_at is null or done_at is null)
);
create unique index factor_resets_one_pending on factor_resets (developer_id)
  where canceled_at is null and done_at is null;
