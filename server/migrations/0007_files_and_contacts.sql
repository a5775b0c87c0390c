-- Uploaded files, and the contacts of an app.

create table files (
  -- Unguessable: who has it may read the file.
  key text primary key,
  content_type text not null,
  bytes bigint not null,
  uploaded_by bigint not null references developers (id),
  created_at timestamptz not null,
  -- Null while something shows the file. The row is there before the file and after it, so that none can be forgotten.
  unused_since timestamptz,
  constraint files_content_type check (content_type in ('image/jpeg', 'image/png')),
  constraint files_bytes check (bytes > 0)
);
create index files_unused on files (unused_since) where unused_since is not null;

-- Nothing ever wrote the address; the file it would lead to is named instead.
alter table developer_apps drop column thumbnail_url;
alter table developer_apps add column thumbnail_key text references files (key);
create index developer_apps_by_thumbnail on developer_apps (thumbnail_key) where thumbnail_key is not null;

create table contacts (
  id bigint generated always as identity primary key,
  app_id bigint not null references developer_apps (id),
  name text not null,
  email text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contacts_name_present check (btrim(name) <> '' and length(name) <= 100),
  constraint contacts_email_lower check (email = lower(email) and length(email) <= 254)
);
create index contacts_by_app on contacts (app_id);
