-- Sets the viewer's new password, with a proof of the current one. Returns how many live sessions ended in addition to
-- the one to keep; null if that one has ended or must confirm who uses it (R-Q2), or the password was changed in the
-- meantime.
create or replace function app.change_password(proof bytea, new_salt text, new_proof bytea, keep uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(person);
  if not app.holds_password(person, proof)
    or app.needs_confirmation(keep)
    or not exists (select 1 from public.sessions s where s.id = keep and s.user_id = person)
  then
    return null;
  end if;
  update public.users u set password_salt = new_salt, password_digest = app.password_digest(new_proof)
  where u.id = person;
  perform app.end_recoveries(person);
  perform app.forget_devices(person);
  return app.end_other_sessions(keep);
end
$$;

grant execute on function app.change_password to {{app}};
