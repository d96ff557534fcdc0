-- Uses a code or a refresh token. False: it has been used, even at the same time.
create or replace function app.consume_oauth_record(kind text, id_hash bytea, signature bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'consume_oauth_record', kind, encode(id_hash, 'hex'));
  update public.oauth_records r set consumed_at = now()
  where r.kind = consume_oauth_record.kind and r.id_hash = consume_oauth_record.id_hash and r.consumed_at is null;
  return found;
end
$$;

grant execute on function app.consume_oauth_record to {{app}};
