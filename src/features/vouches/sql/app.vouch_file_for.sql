-- The application has checked the signature of the file's URL, which names the viewer, or the vouch for its reference.
create or replace function app.vouch_file_for(viewer uuid, file uuid, signature bytea)
returns table (file_name text, file_path text, view_path text, mime_type text, preview text, sha256 bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'vouch_file_for', viewer::text, file::text);
  return query select * from unsigned.vouch_file_for(viewer, file);
end
$$;

grant execute on function app.vouch_file_for to {{app}};
