-- A file that the public logbook at this link shows, by the key in its address: the résumé, a file of a verified vouch, or
-- the current photo. No row if the logbook no longer shows it.
create or replace function app.public_file(wanted text, key text)
returns table (bucket text, file_name text, file_path text, view_path text, mime_type text, preview text, sha256 bytea)
language plpgsql stable security definer set search_path = ''
as $$
declare
  person uuid := app.public_user(wanted);
begin
  return query
    select 'resumes', r.file_name, r.file_path, null, r.mime_type,
      case when r.mime_type = 'application/pdf' then 'pdf' else 'none' end, r.sha256
    from public.resumes r
    where r.user_id = person and r.deleted_at is null and app.public_key(r.id) = public_file.key
    union all
    select 'vouch-files', f.file_name, f.file_path, f.view_path, f.mime_type, f.preview, f.sha256
    from public.vouches v join public.vouch_files f on f.vouch_id = v.id
    where v.user_id = person and v.status = 'verified' and v.deleted_at is null and f.deleted_at is null
      and f.public_id::text = public_file.key
    union all
    select 'profile-photos', public_file.key, person || '/' || public_file.key, null, 'image/jpeg', 'image', null
    from public.public_profiles p
    where p.user_id = person
      and p.avatar_url = '/api/storage/public/profile-photos/' || person || '/' || public_file.key;
end
$$;

grant execute on function app.public_file to {{app}};
