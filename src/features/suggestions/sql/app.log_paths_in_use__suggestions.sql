-- Those of the paths in the bucket of entries' files that a suggestion has (app.log_paths_in_use).
create or replace function app.log_paths_in_use__suggestions(paths text[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select f.file_path from public.suggestion_files f where f.file_path = any (paths)
  union all
  select f.view_path from public.suggestion_files f where f.view_path = any (paths)
$$;
