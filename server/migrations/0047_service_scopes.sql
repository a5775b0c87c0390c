-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: drops or renames the constraint service_tokens_scopes of service_tokens. Because the new one allows more.
-- Allowed: reads all rows of service_tokens under a lock. Because there are only a few.

alter table service_tokens drop constraint service_tokens_scopes;
alter table service_tokens add constraint service_tokens_scopes_known
  check (cardinality(scopes) > 0 and scopes <@ '{events,quota_checks,introspect,leaked_secrets}'::text[]);
