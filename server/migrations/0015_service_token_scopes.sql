-- What a service token may be used for, and until when. Tokens made before keep every right they had.

alter table service_tokens add column scopes text[] not null default '{events,quota_checks}';
alter table service_tokens alter column scopes drop default;
alter table service_tokens add constraint service_tokens_scopes
  check (cardinality(scopes) > 0 and scopes <@ '{events,quota_checks}'::text[]);

alter table service_tokens add column expires_at timestamptz;
