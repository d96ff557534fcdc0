-- What an answer of this passkey is checked with. No row: there is no such passkey.
create or replace function app.passkey_for(credential bytea, signature bytea)
returns table (user_id uuid, public_key bytea, sign_count bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'passkey_for', encode(credential, 'hex'));
  return query
    select p.user_id, p.public_key, p.sign_count from public.passkeys p where p.credential_id = credential;
end
$$;

grant execute on function app.passkey_for to {{app}};
