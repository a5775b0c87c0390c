-- Compatible since: 0026_unsent_mails.sql
-- What was deleted because it is older than the settings say.

create table retained_since (
  data text not null,
  -- Rows of earlier days may be gone. Never goes back.
  day date not null,
  constraint retained_since_pkey primary key (data),
  constraint retained_since_data check (data in ('audit', 'events', 'calls'))
);

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < (select day::timestamp at time zone 'UTC' from retained_since where data = 'audit') then
      return old;
    end if;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;

create function uncount_audit_events() returns trigger language plpgsql as $$
begin
  insert into audit_counts (day, action, subject_type, count)
  select (at at time zone 'UTC')::date, action, subject_type, -count(*) from gone group by 1, 2, 3;
  insert into list_counts (list, part, count)
  select 'audit_events', 'all', -count(*) from gone having count(*) > 0;
  return null;
end
$$;
create trigger audit_events_uncounted after delete on audit_events
  referencing old table as gone for each statement execute function uncount_audit_events();
