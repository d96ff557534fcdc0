-- Sets the password by an emailed link and starts a session. The link proves the address: all earlier sessions and
-- links end, and so do the extra addresses of an account that was unverified until now (R-A4). Person and end are set
-- if the outcome is "good".
create or replace function app.use_recovery(
  token_hash bytea, salt text, proof bytea, session app.new_session,
  out outcome text, out user_id uuid, out ends timestamptz)
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
  user_id := person;
  update public.recovery_tokens t set used_at = now() where t.hash = token_hash;
  if not was_verified then
    -- The same goes for what it was connected with through an extra address. Before the invitations to the address are
    -- opened: those are for its owner.
    delete from public.team_invitations i where i.sender_id = person;
    delete from public.team_relationships r where person in (r.manager_id, r.employee_id);
    delete from public.logbook_invitations l where l.employee_id = person;
  end if;
  update public.users u
  set password_salt = salt, password_digest = app.password_digest(proof),
      email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person;
  perform app.end_access(person);
  if not was_verified then
    delete from public.user_emails e where e.user_id = person;
    delete from public.address_changes c where c.user_id = person;
    -- Held emails and shoutouts may be from someone who had the account before the address was verified. So may vouches,
    -- whose emails are all held.
    delete from public.mails m where m.from_user = person and m.state = 'held';
    delete from public.shoutouts s where s.sender_id = person and s.held;
    delete from public.vouches v where v.user_id = person;
  end if;
  ends := app.start_session(person, session);
end
$$;

grant execute on function app.use_recovery to {{app}};
