-- A signed URL is served with the current rights of its viewer; no row if access was lost.
create or replace function unsigned.log_file_for(viewer uuid, file uuid)
returns table (file_name text, file_path text, view_path text, file_size bigint, mime_type text, preview text, sha256 bytea)
language sql stable security definer set search_path = ''
as $$
  select f.file_name, f.file_path, f.view_path, f.file_size, f.mime_type, f.preview, f.sha256
  from public.log_files f
  where f.id = file and app.reads_log_file(viewer, file)
$$;
