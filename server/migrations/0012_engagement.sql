-- What the engagement report reads: figures by day, and who was counted already.

-- Counted with each batch of records, in its transaction; a job compares them with the records every day.
create table daily_installations (
  developer_app_id bigint not null references developer_apps (id),
  day date not null,
  -- Installations by companies that are no demo.
  installations bigint not null,
  -- Every installation and uninstallation of the day, demo companies included.
  records bigint not null,
  constraint daily_installations_pkey primary key (developer_app_id, day),
  constraint daily_installations_counted check (records > 0 and installations between 0 and records)
);
insert into daily_installations (developer_app_id, day, installations, records)
select developer_app_id, day, count(*) filter (where status = 'installed' and not company_is_demo), count(*)
from installation_events
group by developer_app_id, day;

-- Who looked at a listing on which day, as a hash, so that nobody counts twice; forgotten when the day is over.
create table marketplace_view_visitors (
  day date not null,
  developer_app_id bigint not null references developer_apps (id),
  visitor_hash bytea not null,
  constraint marketplace_view_visitors_pkey primary key (day, developer_app_id, visitor_hash)
);
