-- The application has checked the signature of the résumé's URL, which names the viewer.
create or replace function app.resume_for(viewer uuid, resume uuid, signature bytea)
returns table (file_name text, file_path text, mime_type text, sha256 bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'resume_for', viewer::text, resume::text);
  return query select * from unsigned.resume_for(viewer, resume);
end
$$;

grant execute on function app.resume_for to {{app}};
