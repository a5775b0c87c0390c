-- Compatible since: 0028_unconfirmed_sends.sql
-- How developers get their optional emails, and the emails that wait for the daily one.

-- Only what someone chose. A kind without a row is sent one by one.
create table notification_preferences (
  developer_id bigint not null references developers (id) on delete cascade,
  kind text not null,
  delivery text not null,
  updated_at timestamptz not null,
  constraint notification_preferences_pkey primary key (developer_id, kind),
  constraint notification_preferences_kind check (kind in ('announcements', 'reviews', 'collaborators', 'reports')),
  constraint notification_preferences_delivery check (delivery in ('on', 'daily', 'off'))
);

create table daily_mails (
  mail_id bigint not null references mails (id) on delete cascade,
  developer_id bigint not null references developers (id) on delete cascade,
  -- By the database's clock, which decides which day's email contains it.
  held_at timestamptz not null default now(),
  constraint daily_mails_pkey primary key (mail_id)
);
create index daily_mails_by_developer on daily_mails (developer_id, held_at);

-- When each developer last got a daily email, by the database's clock.
create table daily_mail_runs (
  developer_id bigint not null references developers (id) on delete cascade,
  sent_at timestamptz not null,
  constraint daily_mail_runs_pkey primary key (developer_id)
);
