-- Compatible since: 0028_unconfirmed_sends.sql
-- Creating months locks the referenced tables before anything else. Before, it raised its lock of developer_apps, for
-- which PostgreSQL ended requests that were changing an app.

create or replace function create_months(parent regclass, until date) returns integer
language plpgsql set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  later constant text := parent::text || '_later';
  key constant text := substring(pg_get_partkeydef(parent) from '\((.+)\)');
  created integer := 0;
  month date := (select first_day from list_partitions(parent) where end_day is null);
  next_month date;
  newest date;
  name text;
  referenced regclass;
begin
  if month >= until then
    return 0;
  end if;
  for referenced in select confrelid::regclass from pg_constraint where conrelid = parent and contype = 'f' loop
    execute format('lock table %s in access exclusive mode', referenced);
  end loop;
  execute format('lock table %s in access exclusive mode', parent);
  execute format('select max(%s)::date from %I', key, later) into newest;
  if newest >= until then
    return null;
  end if;
  execute format('alter table %s detach partition %I', parent, later);
  while month < until loop
    name := parent::text || to_char(month, '_YYYY_MM');
    next_month := date_trunc('month', greatest(month, newest)) + interval '1 month';
    if month <= newest then
      execute format('alter table %I rename to %I', later, name);
      execute format('create table %I (like %I including all)', later, name);
    else
      execute format('create table %I (like %I including all)', name, later);
    end if;
    perform attach_partition(parent, name, month, next_month);
    month := next_month;
    created := created + 1;
  end loop;
  perform attach_partition(parent, later, month, null);
  return created;
end
$$;
