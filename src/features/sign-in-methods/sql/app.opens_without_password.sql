-- Whether something else than the password opens the account (R-Q3): a passkey for this host, other than `except_passkey`, or
-- the provider of `issuer`.
create or replace function app.opens_without_password(person uuid, host text, issuer text, except_passkey uuid)
returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.has_identity(person, issuer) or exists (
    select 1 from public.passkeys p
    where p.user_id = person and p.rp_id = host and p.id is distinct from except_passkey)
$$;
