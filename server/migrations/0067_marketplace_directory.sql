-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: reads all rows of submissions under a lock. Because it reads only public listings, by an index: 50,000 take seconds.
-- Allowed: reads all rows of developer_apps under a lock. Because it reads only those with a public listing.
-- One narrow row for each public listing, with all that the marketplace filters and sorts by. A search that many listings
-- match would otherwise read their wide rows and join each with its app. Derived: only triggers write it.

create function listing_ids(content jsonb, field text) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(chosen::bigint), '{}')
  from jsonb_array_elements(
    case jsonb_typeof(content -> field) when 'array' then content -> field else '[]' end
  ) as chosen
$$;

create table marketplace_directory (
  app_id bigint not null constraint marketplace_directory_pkey primary key references developer_apps (id) on delete cascade,
  submission_id bigint not null references submissions (id) on delete cascade,
  name_key text not null,
  category_ids bigint[] not null,
  tool_ids bigint[] not null,
  region_ids bigint[] not null,
  country_ids bigint[] not null,
  search_text text not null
);

create view marketplace_directory_source as
select
  app.id as app_id,
  submission.id as submission_id,
  lower(coalesce(submission.content ->> 'public_name', '')) as name_key,
  listing_ids(submission.content, 'category_ids') as category_ids,
  listing_ids(submission.content, 'product_tool_ids') as tool_ids,
  listing_ids(submission.content, 'region_ids') as region_ids,
  listing_ids(submission.content, 'country_ids') as country_ids,
  submission.search_text
from submissions submission
join developer_apps app on app.id = submission.developer_app_id
where submission.state = 'published' and submission.superseded_at is null and submission.live
  and app.marketplace_enabled and app.deleted_at is null and app.marketplace_slug is not null;

insert into marketplace_directory select * from marketplace_directory_source;

alter table marketplace_directory alter column search_text set statistics 400;
create index marketplace_directory_by_submission on marketplace_directory (submission_id);
create index marketplace_directory_by_name on marketplace_directory (name_key, submission_id);
create index marketplace_directory_search on marketplace_directory using gin (search_text gin_trgm_ops);
create index marketplace_directory_by_category on marketplace_directory using gin (category_ids);
create index marketplace_directory_by_tool on marketplace_directory using gin (tool_ids);

-- Locks the app's entry in app_directory, which always exists, before it reads: of two transactions, one of which changes
-- the app and the other its listing, the later one sees the change of the earlier one.
create function refresh_marketplace_entry(id bigint) returns void language plpgsql as $$
begin
  perform from app_directory where app_id = id for update;
  delete from marketplace_directory
  where app_id = id and not exists (select from marketplace_directory_source source where source.app_id = id);
  insert into marketplace_directory select * from marketplace_directory_source where app_id = id
  on conflict (app_id) do update set (
    submission_id, name_key, category_ids, tool_ids, region_ids, country_ids, search_text
  ) = (
    excluded.submission_id, excluded.name_key, excluded.category_ids, excluded.tool_ids, excluded.region_ids,
    excluded.country_ids, excluded.search_text
  ) where marketplace_directory is distinct from excluded;
end
$$;

create function refresh_marketplace_of_app() returns trigger language plpgsql as $$
begin
  perform refresh_marketplace_entry(new.id);
  return null;
end
$$;

create function refresh_marketplace_of_submission() returns trigger language plpgsql as $$
begin
  if 'published' in (new.state, old.state) then
    perform refresh_marketplace_entry(coalesce(new.developer_app_id, old.developer_app_id));
  end if;
  return null;
end
$$;

-- At the end of the transaction, like those of app_directory.
create constraint trigger developer_apps_marketplace
  after update of marketplace_enabled, deleted_at, marketplace_slug
  on developer_apps deferrable initially deferred
  for each row execute function refresh_marketplace_of_app();
create constraint trigger submissions_marketplace
  after insert or delete or update of state, superseded_at, live, content
  on submissions deferrable initially deferred
  for each row execute function refresh_marketplace_of_submission();
