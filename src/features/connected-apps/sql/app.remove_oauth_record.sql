-- Removes what the authorization server keeps under an id.
create or replace function app.remove_oauth_record(kind text, id_hash bytea, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'remove_oauth_record', kind, encode(id_hash, 'hex'));
  delete from public.oauth_records r
  where r.kind = remove_oauth_record.kind and r.id_hash = remove_oauth_record.id_hash;
end
$$;

grant execute on function app.remove_oauth_record to {{app}};
