-- Compatible since: 0028_unconfirmed_sends.sql
-- The audit log outlives the accounts of the people in it. What says who someone was goes with their account: this
-- replaces the values of personal fields, and leaves everything else of an entry as it was.

-- Returns changes whose values before and after are replaced in some fields. Absent values stay absent.
create function redact_changes(changes jsonb, fields text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(field, case
    when field = any (fields) then (
      select jsonb_agg(
        case when value in ('null', '""', '[]', '{}') then value else '"[deleted]"'::jsonb end order by position
      )
      from jsonb_array_elements(change) with ordinality as each (value, position)
    )
    else change
  end), '{}')
  from jsonb_each(changes) as each (field, change)
$$;

-- An entry still can't be changed, except by redact_audit_events(), and there only in the values that it replaces.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < (select day::timestamp at time zone 'UTC' from retained_since where data = 'audit') then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and current_setting('trestle.redacts_audit_events', true) = 'on' then
    if to_jsonb(new) - 'changes' = to_jsonb(old) - 'changes' and new.changes = redact_changes(
      old.changes,
      array(select field from jsonb_each(new.changes) as each (field, change) where change <> old.changes -> field)
    ) then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end
$$;

-- Removes a person from the changes of the audit log, by their id and every address they had. Returns how many entries
-- it changed.
create function redact_audit_events(person bigint, addresses text[]) returns bigint language plpgsql as $$
declare
  redacted bigint;
begin
  perform set_config('trestle.redacts_audit_events', 'on', true);
  with found (id, fields) as (
    select id, array['email', 'first_name', 'last_name', 'company_name', 'procore_id', 'suspension_reason', 'reason']
    from audit_events
    where subject_type = 'developer' and subject_id = person::text
    union all
    select id, array['name']
    from audit_events
    where subject_type in ('passkey', 'personal_token') and actor_id = person
    union all
    select id, array['email', 'name']
    from audit_events
    where subject_type in ('invitation', 'contact') and changes -> 'email' ?| addresses
  )
  update audit_events
  set changes = redact_changes(changes, found.fields)
  from found
  where audit_events.id = found.id and changes <> redact_changes(changes, found.fields);
  get diagnostics redacted = row_count;
  perform set_config('trestle.redacts_audit_events', 'off', true);
  return redacted;
end
$$;
