-- Deletes the bytes of deleted rows by jobs of the same transaction, however the rows were deleted: one by one, with
-- their entry or vouch, or in the purge. The trigger names the job. The job of app.delete_account deletes the bytes of
-- a deleted account. The jobs are added here and not through app.enqueue, so that a caller cannot choose the bytes to
-- delete.
create or replace function app.remove_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(tg_argv[0], json_build_object('paths', part.paths))
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

create or replace trigger remove_bytes after delete on log_files
  referencing old table as deleted for each statement execute function app.remove_bytes('remove-log-files');

create or replace trigger remove_bytes after delete on vouch_files
  referencing old table as deleted for each statement execute function app.remove_bytes('remove-vouch-files');
