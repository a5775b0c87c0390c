-- Compatible since: 0028_unconfirmed_sends.sql
-- Who may not use the portal at present, and why.

create table suspensions (
  developer_id bigint references developers (id) on delete cascade
    constraint suspensions_pkey primary key,
  reason text not null constraint suspensions_reason_present check (btrim(reason) <> ''),
  suspended_by bigint not null references developers (id),
  suspended_at timestamptz not null
);
