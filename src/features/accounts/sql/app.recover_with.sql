-- Sets the password by an emailed link and starts a session. The link proves the address: all earlier sessions and
-- links end. If the address was unverified until now, someone else may have had the account, so what they could have
-- prepared is removed, and `taken_over` is set (R-A4). Otherwise an account with a second factor also needs one of its codes
-- (R-Q2). The user and the expiry are set if the outcome is "good". Other outcomes: those of app.recovery_link, code needed,
-- wrong code.
create or replace function app.recover_with(
  token_hash bytea, salt text, proof bytea, code_hash bytea, session app.new_session,
  out outcome text, out user_id uuid, out ends timestamptz, out taken_over boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
  was_verified boolean;
begin
  select t.user_id into person from public.recovery_tokens t where t.hash = token_hash;
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(person);
  perform app.lock_teams();
  select u.email_verified_at is not null into was_verified from public.users u where u.id = person for update;
  select l.state into outcome from app.recovery_link(token_hash) l;
  if outcome <> 'good' then
    return;
  end if;
  if was_verified and app.has_second_factor(person) then
    if code_hash is null then
      outcome := 'code needed';
      return;
    elsif not app.use_second_factor(person, code_hash) then
      outcome := 'wrong code';
      return;
    end if;
  end if;
  user_id := person;
  update public.recovery_tokens t set used_at = now() where t.hash = token_hash;
  taken_over := not was_verified;
  if taken_over then
    perform app.forget_first_holder(person);
  end if;
  update public.users u
  set password_salt = salt, password_digest = app.password_digest(proof),
      email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person;
  -- Someone who knew the password may have connected an identity of their own, which would outlive it. Those that the owner
  -- could still undo are disconnected, too.
  perform app.forget_identities_since(person, (
    select min(c.created_at) from public.address_changes c
    where c.user_id = person and c.used_at is null and c.expires_at > clock_timestamp()));
  perform app.end_access(person);
  ends := app.start_session(person, session, 'recovery');
end
$$;

grant execute on function app.recover_with to {{app}};
