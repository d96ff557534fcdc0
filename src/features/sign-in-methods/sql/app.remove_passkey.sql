-- Removes a passkey of the viewer. The last way to sign in stays (R-Q3): without a password, that is the last passkey for
-- this host, unless the provider of `issuer` opens the account, too. `passwords` is whether one opens accounts here.
-- Outcomes: removed, not found, confirmation needed, last way.
create or replace function app.remove_passkey(
  asking uuid, passkey uuid, host text, signature bytea, issuer text default null, passwords boolean default true)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  has_password boolean;
begin
  perform app.require_signature(signature, 'remove_passkey', asking::text, passkey::text, host);
  -- Of two concurrent removals, one sees what the other has left.
  select u.password_digest is not null into has_password from public.users u where u.id = person for update;
  if not exists (select 1 from public.passkeys p where p.id = passkey and p.user_id = person) then
    return 'not found';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif not (has_password and passwords) and not app.opens_without_password(person, host, issuer, passkey) then
    return 'last way';
  end if;
  delete from public.passkeys p where p.id = passkey;
  perform app.note_removed_factor(person);
  return 'removed';
end
$$;

grant execute on function app.remove_passkey to {{app}};
