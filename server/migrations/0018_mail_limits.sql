-- Ten mails an hour for an actor, a kind and a recipient; what is more goes into one digest.

create table mail_windows (
  id bigint generated always as identity primary key,
  actor text not null,
  kind text not null,
  recipient text not null,
  -- Of the first mail that counts.
  started_at timestamptz not null,
  count integer not null,
  -- How many digests were sent for it: mails that are held back now wait for the next one.
  digests integer not null default 0,
  constraint mail_windows_unique unique (actor, kind, recipient)
);
create index mail_windows_by_start on mail_windows (started_at);

alter table mails
  add column actor text not null default 'job',
  -- Counted, and not too many: it leaves as it is.
  add column admitted_at timestamptz,
  -- The key of the job that sends it together with others.
  add column digest text;
create index mails_undecided on mails (actor, kind, recipient, id)
  where admitted_at is null and digest is null and sent_at is null;
create index mails_by_digest on mails (digest, id) where digest is not null;
