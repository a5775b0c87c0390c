-- What the lists of platform staff are read from, so that they answer as fast with a million apps as with ten thousand.

create extension if not exists pg_trgm;

-- When the listing in review was submitted; null while none is. The listing's own story sets and clears it.
alter table developer_apps add column marketplace_listing_in_review_at timestamptz;
create index developer_apps_live on developer_apps (app_id)
  where app_id is not null and marketplace_enabled and deleted_at is null;

-- In each searched text a break and a space stand before every part: nobody can type across two parts, and whatever is
-- looked for at the start of a word follows a space.
alter table developers add column search_text text not null generated always as (
  E'\n ' || lower(first_name || ' ' || last_name) || E'\n ' || lower(email) || E'\n ' || lower(company_name)
) stored;
-- Whether a search finds few or many is guessed from a sample: a larger one guesses well.
alter table developers alter column search_text set statistics 400;
create index developers_search on developers using gin (search_text gin_trgm_ops);
-- The name itself comes along, or an index that orders by its lower case could not answer alone.
create index developers_by_name on developers (lower(name), id) include (name);
create index developers_by_company on developers (lower(company_name), id) include (company_name);
create index developers_by_email on developers (email, id);
create index developers_by_procore_id on developers (procore_id, id);
create index developers_by_procore_id_down on developers (procore_id desc nulls last, id desc);

-- One row for each app, with all that a list is narrowed and sorted by. Derived: triggers keep it, nobody else writes it.
create table app_directory (
  app_id bigint not null constraint app_directory_pkey primary key references developer_apps (id) on delete cascade,
  name_key text not null,
  oauth_name_key text not null,
  owner_id bigint not null,
  owner_key text not null,
  -- By bytes, so that one index sorts them and finds them by how they begin.
  uid text collate "C" not null,
  sandbox_uid text collate "C",
  has_production_credentials boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  listing_in_review_at timestamptz,
  version_in_review_at timestamptz,
  in_review_at timestamptz,
  search_text text not null
);

create view app_directory_source as
select
  app.id as app_id,
  lower(app.internal_name) as name_key,
  lower(coalesce(nullif(app.name, ''), app.internal_name)) as oauth_name_key,
  app.owner_id,
  owner.email as owner_key,
  app.uid,
  sandbox.app_id as sandbox_uid,
  exists (
    select from app_versions
    where developer_app_id = app.id and versionable_type = 'ProductionEnvironment' and has_data_connector
  ) as has_production_credentials,
  app.created_at,
  app.deleted_at,
  app.marketplace_listing_in_review_at as listing_in_review_at,
  review.in_review_at as version_in_review_at,
  greatest(app.marketplace_listing_in_review_at, review.in_review_at) as in_review_at,
  E'\n ' || lower(app.internal_name) || E'\n ' || lower(app.name)
    || E'\n ' || lower(owner.name) || E'\n ' || lower(owner.email) as search_text
from developer_apps app
join developers owner on owner.id = app.owner_id
left join sandboxes sandbox on sandbox.developer_app_id = app.id
left join lateral (
  select max(in_review_at) as in_review_at from app_versions
  where developer_app_id = app.id and state = 'in_review'
) review on true;

insert into app_directory select * from app_directory_source;

alter table app_directory alter column search_text set statistics 400;
create index app_directory_search on app_directory using gin (search_text gin_trgm_ops);
create index app_directory_by_name on app_directory (name_key, app_id) include (deleted_at);
create index app_directory_by_owner on app_directory (owner_key, app_id) include (deleted_at);
create index app_directory_by_created on app_directory (created_at, app_id) include (deleted_at);
create index app_directory_by_listing on app_directory (listing_in_review_at, app_id) include (deleted_at);
create index app_directory_by_listing_down on app_directory (listing_in_review_at desc nulls last, app_id desc)
  include (deleted_at);
create index app_directory_by_deleted on app_directory (deleted_at, app_id);
create index app_directory_by_deleted_down on app_directory (deleted_at desc nulls last, app_id desc);
create index app_directory_by_review on app_directory (in_review_at, app_id) include (deleted_at);
create index app_directory_by_review_down on app_directory (in_review_at desc nulls last, app_id desc)
  include (deleted_at);
create index app_directory_of_owner on app_directory (owner_id, app_id) include (deleted_at);

-- The few that wait for a review, in every order.
create index app_directory_waiting_by_name on app_directory (name_key, app_id)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_owner on app_directory (owner_key, app_id)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_created on app_directory (created_at, app_id)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_review on app_directory (in_review_at, app_id)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_review_down on app_directory (in_review_at desc nulls last, app_id desc)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_listing on app_directory (listing_in_review_at, app_id)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_listing_down
  on app_directory (listing_in_review_at desc nulls last, app_id desc)
  include (deleted_at) where in_review_at is not null;
create index app_directory_waiting_by_deleted on app_directory (deleted_at, app_id) where in_review_at is not null;
create index app_directory_waiting_by_deleted_down on app_directory (deleted_at desc nulls last, app_id desc)
  where in_review_at is not null;

create index app_directory_production on app_directory (app_id) where has_production_credentials;
create index app_directory_production_by_name on app_directory (oauth_name_key, app_id)
  where has_production_credentials;
create index app_directory_production_by_uid on app_directory (uid, app_id) where has_production_credentials;
create index app_directory_sandbox on app_directory (app_id) where sandbox_uid is not null;
create index app_directory_sandbox_by_name on app_directory (oauth_name_key, app_id) where sandbox_uid is not null;
create index app_directory_sandbox_by_uid on app_directory (sandbox_uid, app_id) where sandbox_uid is not null;

-- Takes the row first and reads afterwards: whoever waited for another's change then sees it.
create function refresh_directory_entry(id bigint) returns void language plpgsql as $$
begin
  perform from app_directory where app_id = id for update;
  insert into app_directory select * from app_directory_source where app_id = id
  on conflict (app_id) do update set (
    name_key, oauth_name_key, owner_id, owner_key, uid, sandbox_uid, has_production_credentials, created_at,
    deleted_at, listing_in_review_at, version_in_review_at, in_review_at, search_text
  ) = (
    excluded.name_key, excluded.oauth_name_key, excluded.owner_id, excluded.owner_key, excluded.uid,
    excluded.sandbox_uid, excluded.has_production_credentials, excluded.created_at, excluded.deleted_at,
    excluded.listing_in_review_at, excluded.version_in_review_at, excluded.in_review_at, excluded.search_text
  ) where app_directory is distinct from excluded;
end
$$;

create function refresh_directory_of_app() returns trigger language plpgsql as $$
begin
  perform refresh_directory_entry(new.id);
  return null;
end
$$;

create function refresh_directory_of_part() returns trigger language plpgsql as $$
begin
  perform refresh_directory_entry(coalesce(new.developer_app_id, old.developer_app_id));
  return null;
end
$$;

create function refresh_directory_of_owner() returns trigger language plpgsql as $$
declare
  owned bigint;
begin
  for owned in select id from developer_apps where owner_id = new.id order by id loop
    perform refresh_directory_entry(owned);
  end loop;
  return null;
end
$$;

-- At the end of the transaction: its rows of the directory are the last that it locks, so nobody waits in a circle.
create constraint trigger developer_apps_directory
  after insert or update of internal_name, name, owner_id, uid, created_at, deleted_at, marketplace_listing_in_review_at
  on developer_apps deferrable initially deferred
  for each row execute function refresh_directory_of_app();
create constraint trigger app_versions_directory
  after insert or delete or update of developer_app_id, versionable_type, state, in_review_at, has_data_connector
  on app_versions deferrable initially deferred
  for each row execute function refresh_directory_of_part();
create constraint trigger sandboxes_directory
  after insert or delete or update of developer_app_id, app_id on sandboxes deferrable initially deferred
  for each row execute function refresh_directory_of_part();
create constraint trigger developers_directory
  after update of first_name, last_name, email on developers deferrable initially deferred
  for each row execute function refresh_directory_of_owner();

-- How many rows a list has: the sum of its entries. A change adds an entry and waits for nobody; a job adds them up.
create table list_counts (
  id bigint generated always as identity primary key,
  list text not null,
  part text not null,
  count bigint not null,
  constraint list_counts_list check (list in ('developers', 'apps', 'oauth_applications', 'audit_events'))
);
create index list_counts_by_list on list_counts (list);

create table audit_counts (
  id bigint generated always as identity primary key,
  day date not null,
  action text not null,
  subject_type text not null,
  count bigint not null
);
create index audit_counts_by_day on audit_counts (day);
create index audit_counts_by_action on audit_counts (action, day);
create index audit_counts_by_subject_type on audit_counts (subject_type, day);

-- The parts of the lists that an app stands in.
create function directory_parts(entry app_directory) returns table (list text, part text) language sql immutable as $$
  select 'apps', case when entry.deleted_at is null then 'present' else 'deleted' end
    || case when entry.in_review_at is null then '' else ' in review' end
  union all select 'oauth_applications', 'production' where entry.has_production_credentials
  union all select 'oauth_applications', 'sandbox' where entry.sandbox_uid is not null
$$;

create function count_directory_entry() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, count)
  select list, part, sum(change) from (
    select list, part, 1 as change from directory_parts(new) where tg_op <> 'DELETE'
    union all select list, part, -1 from directory_parts(old) where tg_op <> 'INSERT'
  ) changes group by list, part having sum(change) <> 0;
  return null;
end
$$;
create trigger app_directory_counted after insert or update or delete on app_directory
  for each row execute function count_directory_entry();

create function count_developers() returns trigger language plpgsql as $$
begin
  insert into list_counts (list, part, count)
  select 'developers', 'all', count(*) * case tg_op when 'INSERT' then 1 else -1 end
  from changed having count(*) > 0;
  return null;
end
$$;
create trigger developers_counted_in after insert on developers
  referencing new table as changed for each statement execute function count_developers();
create trigger developers_counted_out after delete on developers
  referencing old table as changed for each statement execute function count_developers();

create function count_audit_events() returns trigger language plpgsql as $$
begin
  insert into audit_counts (day, action, subject_type, count)
  select (at at time zone 'UTC')::date, action, subject_type, count(*) from added group by 1, 2, 3;
  insert into list_counts (list, part, count)
  select 'audit_events', 'all', count(*) from added having count(*) > 0;
  return null;
end
$$;
create trigger audit_events_counted after insert on audit_events
  referencing new table as added for each statement execute function count_audit_events();

insert into list_counts (list, part, count)
select list, part, count(*)
from (select (directory_parts(app_directory)).* from app_directory) parts group by list, part
union all select 'developers', 'all', count(*) from developers having count(*) > 0
union all select 'audit_events', 'all', count(*) from audit_events having count(*) > 0;
insert into audit_counts (day, action, subject_type, count)
select (at at time zone 'UTC')::date, action, subject_type, count(*) from audit_events group by 1, 2, 3;

create index audit_events_newest on audit_events (at, id);
create index audit_events_by_actor on audit_events (actor_id, at, id);
create index audit_events_of_app on audit_events (app_id, at, id);
create index audit_events_by_action on audit_events (action, at, id);
create index audit_events_by_subject_type on audit_events (subject_type, at, id);
create index audit_events_by_subject_id on audit_events (subject_id, at, id);
create index audit_events_by_request on audit_events (request_id) where request_id is not null;
drop index audit_events_by_app;
