-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: reads all rows of developers under a lock. Because the lock stops only changes of the rows that it updates.
-- Allowed: reads all rows of app_directory under a lock. Because the lock stops only changes of the rows that it updates.
-- Allowed: reads all rows of marketplace_directory under a lock. Because the lock stops only changes of the rows that it updates.
-- Updates the rows from before 0084_folded_search.sql that have other letters than ASCII.

-- The trigger sets the text.
update developers set search_text = search_text
where octet_length(search_text) <> length(search_text) and search_text <> to_search_text(
  E'\n ' || first_name || ' ' || last_name || E'\n ' || email || E'\n ' || company_name
);

do $$
declare
  app bigint;
begin
  for app in
    select app_id from app_directory entry join app_directory_source source using (app_id)
    where octet_length(entry.search_text) <> length(entry.search_text)
      and (
        entry.search_text <> source.search_text or entry.name_key <> source.name_key
        or entry.oauth_name_key <> source.oauth_name_key
      )
    order by app_id
  loop
    perform refresh_directory_entry(app);
  end loop;
  for app in
    select app_id from marketplace_directory entry join marketplace_directory_source source using (app_id)
    where octet_length(entry.search_text) <> length(entry.search_text)
      and (entry.search_text <> source.search_text or entry.name_key <> source.name_key)
    order by app_id
  loop
    perform refresh_marketplace_entry(app);
  end loop;
end
$$;
