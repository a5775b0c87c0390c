-- Compatible since: 0028_unconfirmed_sends.sql
-- What the platform's API serves in the sandboxes. Projects have fixed content: only their ids and numbering are stored.

create table sandbox_projects (
  id bigint generated always as identity (start with 301447),
  sandbox_id bigint not null references sandboxes (id) on delete cascade,
  -- The place of its content in the list of sample projects.
  sample smallint not null,
  last_rfi_number integer not null default 0,
  created_at timestamptz not null,
  constraint sandbox_projects_pkey primary key (id),
  constraint sandbox_projects_once unique (sandbox_id, sample)
);

create table sandbox_rfis (
  id bigint generated always as identity (start with 118204),
  project_id bigint not null references sandbox_projects (id) on delete cascade,
  -- Null while it is a draft.
  number integer,
  subject text not null,
  question text not null,
  status text not null,
  rfi_manager_id bigint,
  assignee_ids bigint[] not null,
  due_date date,
  location_id bigint,
  drawing_ids bigint[] not null,
  specification_section text,
  cost_impact text not null,
  cost_impact_amount text,
  schedule_impact_days integer,
  is_private boolean not null default false,
  -- Of the call that created it. The reply is repeated for a second call with the same key.
  idempotency_key text,
  created_reply text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint sandbox_rfis_pkey primary key (id),
  constraint sandbox_rfis_number unique (project_id, number),
  constraint sandbox_rfis_status check (status in ('draft', 'open', 'closed')),
  constraint sandbox_rfis_numbered check (status = 'draft' or number is not null),
  constraint sandbox_rfis_closed check ((status = 'closed') = (closed_at is not null)),
  constraint sandbox_rfis_cost_impact check (cost_impact in ('yes', 'no', 'tbd', 'none')),
  constraint sandbox_rfis_key check (length(idempotency_key) <= 64)
);
create index sandbox_rfis_by_key on sandbox_rfis (project_id, idempotency_key) where idempotency_key is not null;
