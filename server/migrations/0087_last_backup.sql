-- Compatible since: 0028_unconfirmed_sends.sql
-- So that an alert can fire when no backup succeeds any more.

create table last_backup (
  id smallint primary key default 1,
  -- The moment whose data the newest complete backup contains.
  made_at timestamptz not null,
  constraint last_backup_is_one_row check (id = 1)
);
