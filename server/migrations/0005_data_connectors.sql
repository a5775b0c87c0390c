-- Whether a version's document has a data connector: every list of versions asks for it, so it is read once.

alter table app_versions add column has_data_connector boolean;

update app_versions set has_data_connector = case
  when content::jsonb ->> 'schema_version' = '4.1' then
    coalesce(content::jsonb -> 'oauth' -> 'enabled' = 'true', false)
    or coalesce(content::jsonb -> 'permissions' -> 'company', '{}') <> '{}'
    or coalesce(content::jsonb -> 'permissions' -> 'project', '{}') <> '{}'
  else coalesce(jsonb_path_exists(content::jsonb, '$.components.oauth.instances[*]'), false)
end;

alter table app_versions alter column has_data_connector set not null;

-- Jobs that failed are forgotten too, only later.
drop index jobs_finished;
create index jobs_finished on jobs (finished_at) where state in ('done', 'failed');
