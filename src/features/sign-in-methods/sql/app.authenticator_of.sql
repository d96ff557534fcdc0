-- What codes for the account of this address are checked with. No row: it has no authenticator app.
create or replace function app.authenticator_of(address text, signature bytea) returns table (id uuid, sealed_secret bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'authenticator_of', address);
  return query
    select a.id, a.sealed_secret from public.authenticator_apps a join public.users u on u.id = a.user_id
    where u.email = address;
end
$$;

grant execute on function app.authenticator_of to {{app}};
