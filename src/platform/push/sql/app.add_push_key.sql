-- Adds the key that signs push messages, unless there is one: of two processes that need the first key, one adds it.
create or replace function app.add_push_key(key_id text, public bytea, sealed bytea, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'add_push_key', key_id, encode(public, 'hex'), encode(sha256(sealed), 'hex'));
  insert into public.push_keys (id, public_key, sealed_private_key) values (key_id, public, sealed)
  on conflict do nothing;
end
$$;

grant execute on function app.add_push_key to {{app}};
