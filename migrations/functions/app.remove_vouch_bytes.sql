-- Deletes the bytes of deleted files of vouches by jobs of the same transaction, as app.remove_bytes does.
create or replace function app.remove_vouch_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('remove-vouch-files', json_build_object('paths', part.paths))
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

create or replace trigger remove_bytes after delete on vouch_files
  referencing old table as deleted for each statement execute function app.remove_vouch_bytes();
