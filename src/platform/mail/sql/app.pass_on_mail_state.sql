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
  perform {{each:pass_on_mail_state}}(mail.id, mail.from_user, shown, tg_op = 'DELETE');
  return null;
end
$$;

create or replace trigger pass_on_new after insert on mails for each row
  when (new.state = 'held') execute function app.pass_on_mail_state();
create or replace trigger pass_on_change after update of state on mails for each row
  when (new.state <> old.state) execute function app.pass_on_mail_state();
create or replace trigger pass_on_end after delete on mails for each row
  when (old.state in ('held', 'waiting', 'queued', 'sending')) execute function app.pass_on_mail_state();
