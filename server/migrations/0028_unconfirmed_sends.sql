-- Compatible since: 0026_unsent_mails.sql
-- How often an email was sent without a reply that says whether the email server has it.

alter table mails add column unconfirmed_sends smallint not null default 0;
