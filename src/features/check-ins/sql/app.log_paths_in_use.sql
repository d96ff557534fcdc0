-- Those of the paths in the bucket of entries' files that a row has, of any feature with files in it. Their bytes stay.
create or replace function app.log_paths_in_use(paths text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select f.file_path from public.log_files f where f.file_path = any (paths)
  union all
  select f.view_path from public.log_files f where f.view_path = any (paths)
  union all select * from {{each:log_paths_in_use}}(paths)
$$;

grant execute on function app.log_paths_in_use to {{jobs}};
