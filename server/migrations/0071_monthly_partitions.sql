-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: drops or renames the constraint installation_events_pkey of installation_events. Because each partition has it, and no statement names it.
-- Allowed: drops or renames the constraint installation_events_once of installation_events. Because each partition has it, and no statement names it.
-- Allowed: adds the trigger installation_events_retained to installation_events. Because it refuses nothing.
-- Allowed: adds the trigger api_call_records_retained to api_call_records. Because it refuses nothing.
-- Allowed: reads all rows of installation_events under a lock. Because it takes seconds; operators of large portals have the rows checked beforehand.
-- Allowed: reads all rows of api_call_records under a lock. Because it takes seconds; operators of large portals have the rows checked beforehand.
-- Installation events and calls get a partition for each month, so that what is older than the settings say is dropped
-- instead of deleted row by row (decision 42). No row is written again: the tables as they were become the partitions of
-- everything until the end of next month.

-- Lists the partitions of a table in order. Null stands for no bound: everything earlier, or later.
create function list_partitions(parent regclass)
returns table (partition regclass, first_day date, end_day date)
language sql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
  select inhrelid::regclass, substring(bound from 'FROM \(''([^'']+)''\)')::date,
    substring(bound from 'TO \(''([^'']+)''\)')::date
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, pg_class.oid) as bound
  where inhparent = parent
  order by 2 nulls first
$$;

create function attach_partition(parent regclass, name text, first_day date, end_day date) returns void
language plpgsql set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  execute format('alter table %s attach partition %I for values from (%s) to (%s)', parent, name,
    coalesce(quote_literal(first_day), 'minvalue'), coalesce(quote_literal(end_day), 'maxvalue'));
end
$$;

-- Creates the partitions of the months until a day, which is the first of a month. They are cut off from the partition of
-- everything later. It has rows only if no month was created in time: then it becomes the partition of their months.
-- Returns how many partitions were created; null if there are rows after that day, which no month is created for.
create function create_months(parent regclass, until date) returns integer
language plpgsql set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  later constant text := parent::text || '_later';
  key constant text := substring(pg_get_partkeydef(parent) from '\((.+)\)');
  created integer := 0;
  month date := (select first_day from list_partitions(parent) where end_day is null);
  next_month date;
  newest date;
  name text;
begin
  if month >= until then
    return 0;
  end if;
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

-- Drops the partitions of the days before this one, and makes an empty one for all of them, so that late rows can be
-- stored. Returns how many were dropped.
create function drop_months(parent regclass, day date) returns integer language plpgsql as $$
declare
  gone constant regclass[] := array(select partition from list_partitions(parent) where end_day <= day);
  kept constant date := (select max(end_day) from list_partitions(parent) where end_day <= day);
  dropped regclass;
  referenced regclass;
  has_rows boolean := cardinality(gone) > 1;
begin
  -- Usually only the partition that was made for them, which nothing was stored in.
  if cardinality(gone) = 1 then
    execute format('select exists (select from %s)', gone[1]) into has_rows;
  end if;
  if not has_rows then
    return 0;
  end if;
  -- Dropping a reference locks what it refers to. In the order of requests: otherwise both would wait for each other.
  for referenced in select confrelid::regclass from pg_constraint where conrelid = parent and contype = 'f' loop
    execute format('lock table %s in access exclusive mode', referenced);
  end loop;
  execute format('lock table %s in access exclusive mode', parent);
  foreach dropped in array gone loop
    execute format('drop table %s', dropped);
  end loop;
  execute format('create table %I (like %I including all)', parent::text || '_earlier', parent::text || '_later');
  perform attach_partition(parent, parent::text || '_earlier', null, kept);
  return cardinality(gone);
end
$$;

-- Servers from before this migration delete rows by where they are in the table. Rows of several partitions have the same
-- place: those that have to be retained are left out. To be removed when no such server runs beside this release.
create function leave_out_retained() returns trigger language plpgsql as $$
begin
  if old.day < (select day from retained_since where data = tg_argv[0]) then
    return old;
  end if;
  return null;
end
$$;

-- Replaces a table by one that is partitioned by month and has the table as its first partition.
create function pg_temp.partition_by_month(original text, key text, retained text) returns void
language plpgsql set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  earlier constant text := original || '_earlier';
  -- Operators of large portals add it beforehand, so that no row is read here (docs/operations.md).
  bound constant text := original || '_bound';
  first_of_later date;
  sequence text;
  next_id bigint;
  definitions text[];
  definition text;
  item record;
begin
  execute format('lock table %I in access exclusive mode', original);
  select substring(pg_get_constraintdef(oid) from '\d{4}-\d\d-\d\d') into first_of_later from pg_constraint
  where conrelid = original::regclass and conname = bound and convalidated;
  if first_of_later is null then
    execute format('select date_trunc(''month'', greatest(max(%I), now())) + interval ''2 months'' from %I', key, original)
      into first_of_later;
  end if;

  -- Partitions can't have identity columns since PostgreSQL 17, and don't inherit them before.
  select pg_get_serial_sequence(original, attname) into sequence from pg_attribute
  where attrelid = original::regclass and attidentity <> '';
  if sequence is not null then
    execute format('select nextval(%L)', sequence) into next_id;
    execute format('alter table %I alter id drop identity', original);
    execute format('create sequence %s start %s', sequence, next_id);
    execute format('alter table %I alter id set default nextval(%L)', original, sequence);
  end if;

  -- What the partitioned table gets, too: not the unique keys that don't contain the time. Each partition has those for
  -- itself, which is as good: numbers come from a sequence, and platform_events refuses an ID that was sent before.
  definitions := array(
    select format('alter table %I add constraint %I %s', original, conname, pg_get_constraintdef(oid)) from pg_constraint
    where conrelid = original::regclass and (contype = 'f' or contype in ('p', 'u') and conkey @> array(
      select attnum from pg_attribute where attrelid = original::regclass and attname = key
    ))
  ) || array(
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = original::regclass and not indisunique
  ) || array(
    select concat('grant ', privilege_type, ' on ', original, ' to ',
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
      case when is_grantable then ' with grant option' end)
    from pg_class, aclexplode(relacl) where pg_class.oid = original::regclass and grantee <> relowner
  );

  -- The names of indexes are unique, and the release before names the key of the calls.
  for item in select indexrelid::regclass::text as name from pg_index where indrelid = original::regclass loop
    execute format('alter index %s rename to %I', item.name, replace(item.name, original, earlier));
  end loop;
  execute format('alter table %I rename to %I', original, earlier);
  execute format(
    'create table %I (like %I including defaults including constraints including generated including storage)
     partition by range (%I)', original, earlier, key);
  execute format('alter table %I drop constraint if exists %I', original, bound);
  if sequence is not null then
    execute format('alter sequence %s owned by %I.id', sequence, original);
  end if;
  foreach definition in array definitions loop
    execute definition;
  end loop;
  execute format('create trigger %I before delete on %I for each row execute function leave_out_retained(%L)',
    original || '_retained', original, retained);

  perform attach_partition(original, earlier, null, first_of_later);
  execute format('alter table %I drop constraint if exists %I', earlier, bound);
  execute format('create table %I (like %I including all)', original || '_later', earlier);
  perform attach_partition(original, original || '_later', first_of_later, null);
  perform create_months(original, (date_trunc('month', now()) + interval '4 months')::date);
end
$$;

select pg_temp.partition_by_month('installation_events', 'occurred_at', 'events');
select pg_temp.partition_by_month('api_call_records', 'day', 'calls');
