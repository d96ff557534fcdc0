-- Removes the password of the viewer's account, if something else opens it (R-Q3). Browsers are remembered for sign-ins with
-- the password, so they are forgotten, and earlier links to set one end. Outcomes: removed, not found, confirmation needed,
-- last way.
create or replace function app.remove_password(asking uuid, host text, issuer text, signature bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  perform app.require_signature(signature, 'remove_password', asking::text, host, issuer);
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(person);
  perform 1 from public.users u where u.id = person and u.password_digest is not null for update;
  if not found then
    return 'not found';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  elsif not app.opens_without_password(person, host, issuer, null) then
    return 'last way';
  end if;
  perform app.clear_password(person);
  perform app.forget_devices(person);
  return 'removed';
end
$$;

grant execute on function app.remove_password to {{app}};
