-- Compatible since: 0028_unconfirmed_sends.sql
-- What someone made stays when they delete their account: it refers to a row without anything personal.

alter table developers add column deleted_at timestamptz;
