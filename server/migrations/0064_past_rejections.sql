-- Compatible since: 0028_unconfirmed_sends.sql
-- Registrations that the owner of the address rejected in earlier releases: their accounts were deleted, but the entries
-- of the audit log still say who registered. Entries about the address stay: it may be someone else's by now.

select redact_audit_events(subject_id::bigint, '{}')
from audit_events
where action = 'developer.deleted' and subject_type = 'developer'
  and not exists (select from developers where id = subject_id::bigint);
