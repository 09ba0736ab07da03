-- The papers of certificates of resale, as a PDF or a picture. They are here and not in the folder of pictures, which is
-- public. `certificates.file` is the id of its file.
create table certificate_files (
  id text primary key,
  -- Of an account, or of an application until it is approved.
  company_id text references companies (id) on delete cascade,
  application_id text unique references applications (id) on delete cascade,
  -- As the sender called it.
  name text not null,
  kind text not null check (kind in ('pdf', 'jpeg')),
  bytes integer not null check (bytes > 0),
  added_by text not null,
  created_at text not null,
  check ((company_id is null) <> (application_id is null))
);
create index certificate_files_by_company on certificate_files (company_id);

-- Small parts, so that a backup, which reads many rows at once, needs little memory.
create table certificate_file_parts (
  file_id text not null references certificate_files (id) on delete cascade,
  position integer not null,
  -- Base64.
  content text not null,
  primary key (file_id, position)
);
