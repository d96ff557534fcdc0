-- Keeps the state of an email with the entry, shoutout, vouch or invitation that it is about, whose own triggers notify
-- the sender. An email that is deleted before it is sent has failed; that of an entry in the bin shows as held, and
-- restoring the entry posts it again. Locks are taken in the same order everywhere: the sender's emails (advisory),
-- invitations (advisory, app.lock_teams), email to strangers (advisory), the email, then what it is about.
create or replace function app.pass_on_mail_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  mail public.mails;
  shown text := 'failed';
  vouch uuid;
begin
  if tg_op = 'DELETE' then
    mail := old;
  else
    mail := new;
    shown := app.email_state(new.state);
    if tg_op = 'UPDATE' and app.email_state(old.state) is not distinct from shown then
      return null;
    end if;
  end if;
  update public.shoutouts s set email_state = shown
  where s.mail_id = mail.id and s.sender_id = mail.from_user and s.email_state is distinct from shown;
  update public.check_ins c
  set manager_email_state = case when tg_op = 'DELETE' and c.deleted_at is not null then 'held' else shown end
  where c.user_id = mail.from_user and c.manager_mail_id = mail.id and c.shared_with_manager
    and c.manager_email_state is distinct from shown;
  -- An email that waited is sent now, so the link in it is valid from now.
  update public.vouches v
  set email_state = shown,
      sent_at = case when shown is null then clock_timestamp() else v.sent_at end,
      expires_at = case when shown is null then clock_timestamp() + {{vouch_link_life}} else v.expires_at end,
      status = case when shown is null and v.status = 'expired' then 'pending' else v.status end
  where v.mail_id = mail.id and v.user_id = mail.from_user and v.status in ('pending', 'expired', 'withdrawn')
    and v.email_state is distinct from shown
  returning v.id into vouch;
  if vouch is not null then
    perform app.replace_vouch_links(vouch, shown is null);
  end if;
  -- The same applies to the link of an invitation.
  update public.team_invitations i
  set email_state = shown,
      sent_at = case when shown is null then clock_timestamp() else i.sent_at end,
      expires_at = case when shown is null then clock_timestamp() + {{invitation_link_life}} else i.expires_at end
  where i.mail_id = mail.id and i.sender_id = mail.from_user and i.status = 'pending'
    and i.email_state is distinct from shown;
  return null;
end
$$;

create or replace trigger pass_on_new after insert on mails for each row
  when (new.state = 'held') execute function app.pass_on_mail_state();
create or replace trigger pass_on_change after update of state on mails for each row
  when (new.state <> old.state) execute function app.pass_on_mail_state();
create or replace trigger pass_on_end after delete on mails for each row
  when (old.state in ('held', 'waiting', 'queued', 'sending')) execute function app.pass_on_mail_state();
