-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: drops or renames the constraint audit_events_pkey of audit_events. Because each partition has it, and no statement names it.
-- Allowed: reads all rows of audit_events under a lock. Because it takes seconds; operators of large portals have the rows checked beforehand.
-- The audit log gets a partition for each month, as installations and calls have (decision 43). No row is written again: the
-- table as it was becomes the partition of everything until the end of next month.

do $$
declare
  -- Operators of large portals add it beforehand, so that no row is read here (docs/operations.md).
  checked_until date;
  first_of_later date;
  next_id bigint;
  definitions text[];
  definition text;
  index_name text;
begin
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  lock table audit_events in access exclusive mode;
  select substring(pg_get_constraintdef(oid) from '\d{4}-\d\d-\d\d') into checked_until from pg_constraint
  where conrelid = 'audit_events'::regclass and conname = 'audit_events_bound' and convalidated;
  select coalesce(checked_until, date_trunc('month', greatest(max(at), now())) + interval '2 months') into first_of_later
  from audit_events;

  -- Partitions can't have identity columns since PostgreSQL 17, and don't inherit them before.
  select nextval(pg_get_serial_sequence('audit_events', 'id')) into next_id;
  alter table audit_events alter id drop identity;
  execute format('create sequence audit_events_id_seq start %s', next_id);
  alter table audit_events alter id set default nextval('audit_events_id_seq');

  -- The log gets its triggers again. A partition inherits those for each row.
  drop trigger audit_events_append_only on audit_events;
  drop trigger audit_events_never_emptied on audit_events;
  drop trigger audit_events_counted on audit_events;
  drop trigger audit_events_uncounted on audit_events;

  -- The key stays with each partition, because a key of the whole table would have to contain the time. Numbers come from
  -- a sequence, which is as good.
  definitions := array(
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'audit_events'::regclass and not indisunique
  ) || array(
    select concat('grant ', privilege_type, ' on audit_events to ',
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
      case when is_grantable then ' with grant option' end)
    from pg_class, aclexplode(relacl) where pg_class.oid = 'audit_events'::regclass and grantee <> relowner
  );
  for index_name in select indexrelid::regclass::text from pg_index where indrelid = 'audit_events'::regclass loop
    execute format('alter index %s rename to %I', index_name, replace(index_name, 'audit_events', 'audit_events_earlier'));
  end loop;
  alter table audit_events rename to audit_events_earlier;
  create table audit_events (like audit_events_earlier including defaults including constraints including storage)
    partition by range (at);
  alter table audit_events drop constraint if exists audit_events_bound;
  alter sequence audit_events_id_seq owned by audit_events.id;
  foreach definition in array definitions loop
    execute definition;
  end loop;

  perform attach_partition('audit_events', 'audit_events_earlier', null, first_of_later);
  alter table audit_events_earlier drop constraint if exists audit_events_bound;
  create table audit_events_later (like audit_events_earlier including all);
  perform attach_partition('audit_events', 'audit_events_later', first_of_later, null);
  perform create_months('audit_events', (date_trunc('month', now()) + interval '4 months')::date);
end
$$;

create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger audit_events_counted after insert on audit_events
  referencing new table as added for each statement execute function count_audit_events();
create trigger audit_events_uncounted after delete on audit_events
  referencing old table as gone for each statement execute function uncount_audit_events();

-- Drops the partitions of the audit log of the days before this one, which have to be before retained_since, and takes
-- their events from the counters. Returns how many were dropped.
create function drop_audit_months(day date) returns integer language plpgsql as $$
declare
  dropped integer;
  kept date;
begin
  if day > coalesce((select retained_since.day from retained_since where data = 'audit'), '-infinity') then
    raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
  end if;
  dropped := drop_months('audit_events', day);
  if dropped > 0 then
    -- The table is locked, so the counters of these days don't change.
    kept := (select end_day from list_partitions('audit_events') where first_day is null);
    with uncounted as (
      insert into audit_counts (day, action, subject_type, count)
      select earlier.day, action, subject_type, -sum(count) from audit_counts earlier where earlier.day < kept
      group by 1, 2, 3 having sum(count) <> 0
      returning count
    )
    insert into list_counts (list, part, count)
    select 'audit_events', 'all', sum(count) from uncounted having sum(count) <> 0;
  end if;
  return dropped;
end
$$;
