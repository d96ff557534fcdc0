-- Creates an account and its first session. Returns when the access token ends, or null if the address is taken. Only
-- the application knows whether sign-ups are open and whether an address counts as verified.
create or replace function app.create_account(
  id uuid, address text, salt text, proof bytea, full_name text, verified boolean, session app.new_session,
  signature bytea)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'create_account', create_account.id::text, address, verified::text);
  -- Before the lock of the address: a verified one opens the invitations to it.
  perform app.lock_teams();
  if app.add_account(create_account.id, address, salt, proof, create_account.full_name, session.time_zone, verified) then
    return app.start_session(create_account.id, session, 'sign-up');
  end if;
  return null;
end
$$;

grant execute on function app.create_account to {{app}};
