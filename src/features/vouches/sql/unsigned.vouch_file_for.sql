-- A signed URL is served with the current rights of its viewer: the owner, or the vouch for its reference. No row if
-- access was lost.
create or replace function unsigned.vouch_file_for(viewer uuid, file uuid)
returns table (file_name text, file_path text, view_path text, mime_type text, preview text, sha256 bytea)
language sql stable security definer set search_path = ''
as $$
  select f.file_name, f.file_path, f.view_path, f.mime_type, f.preview, f.sha256
  from public.vouch_files f join public.vouches v on v.id = f.vouch_id
  where f.id = file and v.deleted_at is null and f.deleted_at is null
    and (f.user_id = viewer or (v.id = viewer and v.status in ('pending', 'expired', 'verified', 'declined')))
$$;
