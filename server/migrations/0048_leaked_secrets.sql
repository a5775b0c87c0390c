-- Compatible since: 0028_unconfirmed_sends.sql
-- When a client secret was found in public.

alter table client_secrets add column leaked_at timestamptz;
