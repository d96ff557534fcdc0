-- How many bytes the viewer has stored in this feature (app.stored_bytes).
create or replace function app.stored_bytes__suggestions() returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(f.file_size + f.view_size), 0)::bigint from public.suggestion_files f where f.user_id = app.viewer()
$$;
