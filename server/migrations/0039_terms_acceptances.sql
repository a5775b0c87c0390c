-- Compatible since: 0028_unconfirmed_sends.sql
-- Which versions of the terms each developer accepted, and when. The newest one is also in the developer's row.

create table terms_acceptances (
  developer_id bigint not null references developers (id) on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  constraint terms_acceptances_pkey primary key (developer_id, version)
);
