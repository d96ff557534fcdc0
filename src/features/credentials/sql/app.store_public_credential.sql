-- Stores the signed forms of the credential of a public vouch, unless another call was first.
create or replace function app.store_public_credential(
  wanted uuid, document text, jwt text, issuer text, key text, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'store_public_credential', wanted::text, encode(sha256(convert_to(document, 'UTF8')), 'hex'),
    encode(sha256(convert_to(store_public_credential.jwt, 'UTF8')), 'hex'), store_public_credential.issuer, key);
  update public.credentials c
  set credential_json = document, jwt = store_public_credential.jwt, issuer = store_public_credential.issuer,
      key_id = key, issued_at = now()
  from app.public_vouch(wanted) v
  where c.vouch_id = v.id and c.credential_json is null;
end
$$;

grant execute on function app.store_public_credential to {{app}};
