-- The salt to compute a proof with. An unknown address also gets one, always the same, so that nothing after this call
-- distinguishes it from a known address (R-A5). `strength`: algorithm and parameters of new passwords.
create or replace function app.password_salt(address text, strength text, signature bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'password_salt', address);
  return coalesce(
    (select u.password_salt from public.users u where u.email = address),
    (select strength || '$' || rtrim(encode(substr(sha256(k.value || convert_to(address, 'UTF8')), 1, 16), 'base64'), '=')
     from app.password_key k));
end
$$;

grant execute on function app.password_salt to {{app}};
