-- What the public marketplace is read from.

-- As in the other searched texts: a break and a space stand before every part.
alter table submissions add column search_text text not null generated always as (
  E'\n ' || lower(coalesce(content ->> 'public_name', '')) || E'\n ' || lower(coalesce(content ->> 'tagline', ''))
  || E'\n ' || lower(coalesce(content ->> 'built_by', '')) || E'\n ' || lower(coalesce(content ->> 'description', ''))
) stored;

create index submissions_search on submissions using gin (search_text gin_trgm_ops)
  where state = 'published' and superseded_at is null and live;
create index submissions_by_name on submissions (lower(content ->> 'public_name'), id)
  where state = 'published' and superseded_at is null and live;

drop index submissions_whats_new;
create index submissions_news on submissions (published_at desc) where state = 'published' and not silent;

-- Seasons the hashes of one day's visitors. Deleted with the day, so that nobody can be found in them afterwards.
create table marketplace_salts (
  day date constraint marketplace_salts_pkey primary key,
  salt bytea not null
);
