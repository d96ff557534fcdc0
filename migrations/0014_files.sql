-- Files: the order in which they were chosen, their size on disk, and the deletion of bytes with their row.

-- 1. Order and size ----------------------------------------------------------------------------------------------

alter table log_files
  -- The position among the entry's files, in the order in which they were chosen.
  add column position int not null default 0,
  -- Bytes of the rendition, which counts toward the quota like the file.
  add column view_size bigint not null default 0,
  drop constraint log_files_preview_check,
  add constraint log_files_preview_check
    check (preview in ('image', 'video', 'audio', 'pdf', 'text', 'none'));
grant insert (position, view_size) on log_files to {{app}};

-- Stored files keep the order in which they are shown. Missing ones follow, as [{id, name, size, position}].
update log_files f set position = placed.position
from (
  select id, row_number() over (partition by check_in_id order by created_at, id) - 1 as position from log_files
) placed
where placed.id = f.id;
update check_ins c set missing_files = (
  select jsonb_agg(m.file || jsonb_build_object('position', c.file_count + m.number - 1) order by m.number)
  from jsonb_array_elements(c.missing_files) with ordinality m(file, number))
where c.missing_files <> '[]';

drop index log_files_of_check_in;
create index log_files_of_check_in on log_files (check_in_id, position, created_at, id);

-- Short plain text has a preview.
update log_files set preview = 'text' where mime_type = 'text/plain' and file_size <= 1048576;

-- 2. Bytes without a row -----------------------------------------------------------------------------------------

-- Deletes the bytes of deleted rows by jobs of the same transaction, however the rows were deleted: one by one, with
-- their entry, or in the purge. The job of app.delete_account deletes the bytes of a deleted account. The jobs are
-- added here and not through app.enqueue, so that a caller cannot choose the bytes to delete.
create function app.remove_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('remove-log-files', json_build_object('paths', part.paths))
  from (
    select json_agg(numbered.path) as paths
    from (
      select kept.path, row_number() over () / 500 as part
      from deleted d cross join unnest(array[d.file_path, d.view_path]) kept(path)
      where kept.path is not null and exists (select 1 from public.users u where u.id = d.user_id)
    ) numbered
    group by numbered.part
  ) part;
  return null;
end
$$;
revoke all on function app.remove_bytes from public;
create trigger remove_bytes after delete on log_files
  referencing old table as deleted for each statement execute function app.remove_bytes();

-- The same for a photo that its owner has replaced or removed.
create function app.remove_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('remove-photos', json_build_object('paths',
    array[substr(old.avatar_url, length('/api/storage/public/profile-photos/') + 1)]));
  return null;
end
$$;
revoke all on function app.remove_photo from public;
create trigger remove_photo after update of avatar_url on profiles for each row
  when (old.avatar_url is distinct from new.avatar_url
    and starts_with(old.avatar_url, '/api/storage/public/profile-photos/' || old.user_id || '/'))
  execute function app.remove_photo();
