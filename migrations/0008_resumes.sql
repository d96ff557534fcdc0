-- Résumés: one per user (R-F7).

create table resumes (
  id uuid primary key,
  -- A new résumé replaces the row, and a trigger deletes the bytes of the old one.
  user_id uuid not null unique references users on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  file_path text not null unique,
  file_size bigint not null check (file_size > 0),
  mime_type text not null check (mime_type in (
    'application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  sha256 bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Deleted by the user, who may undo that until the purge.
  deleted_at timestamptz(3),
  -- The bytes of a row are stored under its user's id, so a row cannot claim another user's file.
  constraint resumes_own_path check (
    starts_with(file_path, user_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)')
);
create index resumes_deleted on resumes (deleted_at) where deleted_at is not null;

alter table resumes enable row level security;
grant select, delete on resumes to {{app}};
grant insert (id, user_id, file_name, file_path, file_size, mime_type, sha256) on resumes to {{app}};
grant update (deleted_at) on resumes to {{app}};
create policy own_resume on resumes for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_resume on resumes for insert to {{app}} with check (user_id = (select app.viewer()));
create policy change_own_resume on resumes for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
create policy replace_own_resume on resumes for delete to {{app}} using (user_id = (select app.viewer()));
-- The paths that belong to a row, for the sweep of those that do not; and the purge.
grant select (file_path, deleted_at), delete on resumes to {{jobs}};
create policy sweep_resumes on resumes for select to {{jobs}} using (true);
create policy purge_resumes on resumes for delete to {{jobs}} using (deleted_at < now() - interval '1 hour');
