-- Whether an identity of this provider opens the account; null: there is no provider.
create or replace function app.has_identity(person uuid, issuer text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.provider_identities i where i.user_id = person and i.issuer = has_identity.issuer)
$$;
