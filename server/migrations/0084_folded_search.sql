-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: drops the default of the required column search_text of developers. Because the new trigger sets the column.
-- Allowed: adds the trigger developers_search_text to developers. Because it refuses nothing: it sets what was generated.
-- So that searches find "Müller" by "muller", and words of Chinese, Japanese and Korean by one or two characters. The searched
-- texts also contain what they did before, because the release before doesn't fold what is searched for.
-- Every statement can run again: operators of large portals run them before they upgrade (docs/operations.md).

-- Returns a text in lower case without accents, to compare and sort by. Nearly all texts are ASCII, and take the short way.
-- With the collation C, lower() leaves all capitals but those of ASCII.
create or replace function fold_text(typed text) returns text language sql immutable parallel safe as $$
  select case when octet_length(typed) = length(typed) then lower(typed) else translate(
    replace(replace(replace(replace(translate(
      normalize(regexp_replace(lower(normalize(typed, nfkd)), '[\u0300-\u036f]', '', 'g'), nfc),
      'ẞÆŒÞ', 'ßæœþ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øØłŁđĐðÐħĦŋŊŧŦı', 'oollddddhhnntti'
  ) end
$$;

-- Returns each two neighboring characters of the words that are written without spaces, as words: fewer than three
-- characters are found at the start of a word.
create or replace function character_pairs(whole text) returns text language sql immutable parallel safe as $$
  select coalesce(E'\n ' || string_agg(distinct substr(run[1], n, 2), ' '), '')
  from regexp_matches(whole, '[\u3005-\u3007\u3041-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') as run,
    generate_series(1, length(run[1])) as n
$$;

-- Returns what a text is found by: itself in lower case, and where it has other letters than ASCII, also without accents
-- and in pairs of characters.
create or replace function to_search_text(whole text) returns text language sql immutable parallel safe as $$
  select case when octet_length(whole) = length(whole) then lower(whole)
    else lower(whole) || coalesce(nullif(fold_text(whole), lower(whole)), '') || character_pairs(fold_text(whole))
  end
$$;

-- Its expression can't be changed without rewriting the table.
alter table developers alter column search_text drop expression if exists;

create or replace function set_developer_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := to_search_text(
    E'\n ' || new.first_name || ' ' || new.last_name || E'\n ' || new.email || E'\n ' || new.company_name
  );
  return new;
end
$$;
create or replace trigger developers_search_text
  before insert or update of first_name, last_name, email, company_name, search_text on developers
  for each row execute function set_developer_search_text();

create or replace view app_directory_source as
select
  app.id as app_id,
  fold_text(app.internal_name) as name_key,
  fold_text(coalesce(nullif(app.name, ''), app.internal_name)) as oauth_name_key,
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
  to_search_text(
    E'\n ' || app.internal_name || E'\n ' || app.name || E'\n ' || owner.name || E'\n ' || owner.email
  ) as search_text
from developer_apps app
join developers owner on owner.id = app.owner_id
left join sandboxes sandbox on sandbox.developer_app_id = app.id
left join lateral (
  select max(in_review_at) as in_review_at from app_versions
  where developer_app_id = app.id and state = 'in_review'
) review on true;

create or replace view marketplace_directory_source as
select
  app.id as app_id,
  submission.id as submission_id,
  fold_text(coalesce(submission.content ->> 'public_name', '')) as name_key,
  listing_ids(submission.content, 'category_ids') as category_ids,
  listing_ids(submission.content, 'product_tool_ids') as tool_ids,
  listing_ids(submission.content, 'region_ids') as region_ids,
  listing_ids(submission.content, 'country_ids') as country_ids,
  to_search_text(submission.search_text) as search_text
from submissions submission
join developer_apps app on app.id = submission.developer_app_id
where submission.state = 'published' and submission.superseded_at is null and submission.live
  and app.marketplace_enabled and app.deleted_at is null and app.marketplace_slug is not null;
