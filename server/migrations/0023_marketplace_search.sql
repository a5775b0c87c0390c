-- The search of the marketplace reads feature bullets, too, and finds the categories and tools of a listing.

create function listing_bullets(content jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(bullet, E'\n '), '')
  from jsonb_array_elements_text(
    case jsonb_typeof(content -> 'feature_bullets') when 'array' then content -> 'feature_bullets' else '[]' end
  ) as bullet
$$;

-- As in the other searched texts: a break and a space stand before every part.
alter table submissions drop column search_text;
alter table submissions add column search_text text not null generated always as (
  E'\n ' || lower(coalesce(content ->> 'public_name', '')) || E'\n ' || lower(coalesce(content ->> 'tagline', ''))
  || E'\n ' || lower(coalesce(content ->> 'built_by', '')) || E'\n ' || lower(coalesce(content ->> 'description', ''))
  || E'\n ' || lower(listing_bullets(content))
) stored;

create index submissions_search on submissions using gin (search_text gin_trgm_ops)
  where state = 'published' and superseded_at is null and live;
-- One index for each, so that a word that names a tool is found without reading every listing.
create index submissions_by_category on submissions using gin ((content -> 'category_ids') jsonb_path_ops)
  where state = 'published' and superseded_at is null and live;
create index submissions_by_tool on submissions using gin ((content -> 'product_tool_ids') jsonb_path_ops)
  where state = 'published' and superseded_at is null and live;
