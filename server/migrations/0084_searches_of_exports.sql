-- Compatible since: 0028_unconfirmed_sends.sql
-- The audit log keeps the filters of an export. A search for a person, by the beginning of their address or all of it,
-- goes with their account.
create or replace function redact_audit_events(person bigint, addresses text[]) returns bigint language plpgsql as $$
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
    union all
    select id, array['search']
    from audit_events
    where subject_type = 'export' and length(changes -> 'search' ->> 0) > 2 and exists (
      select from unnest(addresses) as address
      where starts_with(lower(address), lower(changes -> 'search' ->> 0))
    )
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
