-- What the authorization server keeps under an id. No row: nothing, or it has expired.
create or replace function app.oauth_record(kind text, id_hash bytea, signature bytea)
returns table (sealed bytea, consumed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'oauth_record', kind, encode(id_hash, 'hex'));
  return query
    select r.sealed, r.consumed_at from public.oauth_records r
    -- A registered program lasts until it is swept.
    where r.kind = oauth_record.kind and r.id_hash = oauth_record.id_hash
      and (r.expires_at > now() or r.client_id is not null);
end
$$;

grant execute on function app.oauth_record to {{app}};
