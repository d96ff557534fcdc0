-- Deletes the viewer's account: all rows of the user, emails from and about the user, and the bytes by a job of this
-- transaction. Other users' unsent emails to the user's verified addresses lose their content and are never sent, but end
-- as if they were: their senders do not learn of the deletion (R-A12). False if the account is already deleted.
create or replace function app.remove_account() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  unshared uuid[];
begin
  -- Storing a new résumé locks the old one and then the user; this function does the opposite.
  perform app.lock_stored_bytes();
  -- Emails are locked before what they are about (app.pass_on_mail_state), and all of it before the user: a
  -- request that completes a goal, keeps a shoutout or uploads a file locks that first, and then the user.
  perform app.lock_mails_of(person);
  -- A request that accepts suggestions locks them before it writes entries.
  perform 1 from public.suggestions s where s.user_id = person order by s.id for update;
  -- Most entries were never shared, and deleting 20,000 takes more than a second, in which no one else should wait for
  -- app.lock_teams. So they are deleted before: no email, and no shoutout of another user, refers to them, so a
  -- transaction that has that lock waits for none of them. Goals are locked before entries, as by a request that
  -- completes one.
  perform 1 from public.goals g where g.user_id = person order by g.id for update;
  unshared := array(
    select c.id from public.check_ins c
    where c.user_id = person and not c.shared_with_manager and c.manager_mail_id is null and not c.has_shoutout
      and not exists (select from public.shoutouts s where s.kept_check_in_id = c.id)
    order by c.id for update);
  delete from public.check_ins c where c.id = any (unshared);
  perform app.lock_teams();
  perform 1 from public.mails m
  where m.from_user = person or m.recipient = any (app.verified_addresses_of(person))
  order by m.created_at, m.id for update;
  perform 1 from public.goals g where g.user_id = person order by g.id for update;
  perform 1 from public.shoutouts s
  where s.sender_id = person or s.recipient_email = any (app.verified_addresses_of(person))
  order by s.id for update;
  perform 1 from public.check_ins c where c.user_id = person order by c.id for update;
  perform 1 from public.vouches v where v.user_id = person order by v.id for update;
  perform 1 from public.users u where u.id = person for update;
  if not found then
    return false;
  end if;
  delete from public.mails m
  where m.recipient = any (app.verified_addresses_of(person))
    and (m.from_user is null or m.state in ('sent', 'suppressed', 'refused'));
  update public.mails m set body = null
  where m.recipient = any (app.verified_addresses_of(person)) and m.from_user <> person;
  delete from public.users u where u.id = person;
  perform app.enqueue('remove-files', json_build_object('user_id', person));
  return true;
end
$$;
