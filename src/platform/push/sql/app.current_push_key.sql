-- The key that signs push messages. No row before its first use. Only the application can open the private part.
create or replace function app.current_push_key(signature bytea)
returns table (id text, public_key bytea, sealed_private_key bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'current_push_key');
  return query select k.id, k.public_key, k.sealed_private_key from public.push_keys k;
end
$$;

grant execute on function app.current_push_key to {{app}}, {{jobs}};
