-- Deletes the viewer's account: all rows of the user, emails from and about the user and to verified addresses, and the
-- bytes by a job of this transaction. False if it is already deleted.
create or replace function app.remove_account() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  -- A new résumé locks the old one and then the user, and this function the other way around.
  perform app.lock_stored_bytes();
  -- Emails are locked before what they are about (app.pass_on_mail_state).
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || person, 0));
  perform 1 from public.mails m
  where m.from_user = person or m.recipient = any (app.verified_addresses_of(person))
  order by m.created_at, m.id for update;
  -- An upload locks its entry and then the user. The same order here prevents a deadlock.
  perform 1 from public.check_ins c where c.user_id = person order by c.id for update;
  perform 1 from public.vouches v where v.user_id = person order by v.id for update;
  perform 1 from public.users u where u.id = person for update;
  if not found then
    return false;
  end if;
  delete from public.mails m
  using public.users u
  where u.id = person
    and (m.recipient = u.email and u.email_verified_at is not null
      or m.recipient in (select e.email from public.user_emails e where e.user_id = person and e.verified_at is not null));
  delete from public.users u where u.id = person;
  perform app.enqueue('remove-files', json_build_object('user_id', person));
  return true;
end
$$;
