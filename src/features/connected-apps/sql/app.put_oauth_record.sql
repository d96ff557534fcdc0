-- Stores what the authorization server keeps. False: its grant has ended.
create or replace function app.put_oauth_record(
  kind text, id_hash bytea, grant_hash bytea, client text, sealed bytea, ends timestamptz, signature bytea)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  until timestamptz := ends;
begin
  perform app.require_signature(
    signature, 'put_oauth_record', kind, encode(id_hash, 'hex'), encode(grant_hash, 'hex'), client);
  if grant_hash is not null then
    select least(ends, c.expires_at) into until
    from public.connected_apps c
    where c.grant_hash = put_oauth_record.grant_hash and c.expires_at > now()
    for key share;
    if not found then
      return false;
    end if;
  end if;
  insert into public.oauth_records (kind, id_hash, grant_hash, client_id, sealed, expires_at)
  values (put_oauth_record.kind, put_oauth_record.id_hash, put_oauth_record.grant_hash, client, put_oauth_record.sealed, until)
  on conflict on constraint oauth_records_pkey do update set sealed = excluded.sealed, expires_at = excluded.expires_at;
  return true;
end
$$;

grant execute on function app.put_oauth_record to {{app}};
