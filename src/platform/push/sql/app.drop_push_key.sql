-- Deletes a key that the application cannot open, with the devices that expect it: browsers refuse messages of another key.
create or replace function app.drop_push_key(key_id text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'drop_push_key', key_id);
  delete from public.push_keys k where k.id = key_id;
end
$$;

grant execute on function app.drop_push_key to {{app}};
