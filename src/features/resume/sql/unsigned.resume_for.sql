-- A signed URL is served with the current rights of its viewer; no row if access was lost.
create or replace function unsigned.resume_for(viewer uuid, resume uuid)
returns table (file_name text, file_path text, mime_type text, sha256 bytea)
language sql stable security definer set search_path = ''
as $$
  select r.file_name, r.file_path, r.mime_type, r.sha256
  from public.resumes r
  where r.id = resume and r.user_id = viewer and r.deleted_at is null
$$;
