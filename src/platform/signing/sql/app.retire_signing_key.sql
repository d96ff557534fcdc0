-- Retires the key that the instance signs with, such as one that the application cannot open. Its signatures stay valid.
-- Only the first of several calls changes something.
create or replace function app.retire_signing_key(key_id text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'retire_signing_key', key_id);
  update public.signing_keys set retired_at = now(), sealed_private_key = null
  where id = key_id and retired_at is null;
end
$$;

grant execute on function app.retire_signing_key to {{app}};
