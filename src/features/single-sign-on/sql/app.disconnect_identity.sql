-- Disconnects an identity from the viewer's account, and ends the other sessions that it began. The last way to sign in stays
-- (R-Q3): `passwords` is whether one opens accounts here, `host` the one that passkeys work for. Outcomes: disconnected, not found,
-- confirmation needed, last way.
create or replace function app.disconnect_identity(
  asking uuid, identity uuid, passwords boolean, host text, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  has_password boolean;
begin
  perform app.require_signature(
    signature, 'disconnect_identity', asking::text, identity::text, passwords::text, host);
  -- Of two concurrent removals of ways to sign in, one sees what the other has left.
  select u.password_digest is not null into has_password from public.users u where u.id = person for update;
  if not exists (select 1 from public.provider_identities i where i.id = identity and i.user_id = person) then
    return 'not found';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif not (has_password and passwords) and not app.opens_without_password(person, host, null, null) then
    return 'last way';
  end if;
  perform app.end_sessions(array(
    select s.session_id from public.provider_sessions s where s.identity_id = identity and s.session_id <> asking));
  delete from public.provider_identities i where i.id = identity;
  return 'disconnected';
end
$$;

grant execute on function app.disconnect_identity to {{app}};
