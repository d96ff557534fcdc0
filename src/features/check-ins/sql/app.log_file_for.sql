-- The application has checked the signature of the file's URL, which names the viewer.
create or replace function app.log_file_for(viewer uuid, file uuid, signature bytea)
returns table (file_name text, file_path text, view_path text, file_size bigint, mime_type text, preview text, sha256 bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'log_file_for', viewer::text, file::text);
  return query select * from unsigned.log_file_for(viewer, file);
end
$$;

grant execute on function app.log_file_for to {{app}};
