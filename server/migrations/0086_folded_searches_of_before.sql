-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: reads all rows of developers under a lock. Because the lock stops only changes of the rows that it updates.
-- Allowed: reads all rows of app_directory under a lock. Because the lock stops only changes of the rows that it updates.
-- Allowed: reads all rows of marketplace_directory under a lock. Because the lock stops only changes of the rows that it updates.
-- Updates the rows from before 0085_folded_search.sql that have other letters than ASCII.

-- The trigger sets the text.
update developers set search_text = search_text
where octet_length(search_text) <> length(search_text) and search_text <> to_search_text(search_text);

do $$
declare
  app bigint;
begin
  for app in
    select app_id from app_directory
    where octet_length(search_text) <> length(search_text)
      and (name_key <> fold_text(name_key) or search_text <> to_search_text(search_text))
    order by app_id
  loop
    perform refresh_directory_entry(app);
  end loop;
  for app in
    select app_id from marketplace_directory
    where octet_length(search_text) <> length(search_text)
      and (name_key <> fold_text(name_key) or search_text <> to_search_text(search_text))
    order by app_id
  loop
    perform refresh_marketplace_entry(app);
  end loop;
end
$$;
