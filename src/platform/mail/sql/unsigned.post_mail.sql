-- Stores an email with the viewer as its sender, if there is one, and returns its state: queued, held, waiting or
-- suppressed; or full: it was not stored, because too many are waiting. An email to a verified address of the
-- sender, or one that its recipient requested, is never held. `about_user` is used only without a viewer.
create or replace function unsigned.post_mail(
  id uuid, recipient text, kind text, asked boolean, subject text, body bytea, from_name text, reply_to text,
  message_id text, about_user uuid default null)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sender uuid := app.viewer();
  held boolean := false;
  outcome text := 'held';
begin
  -- No scope of an API token reaches sending (R-N1).
  if app.by_token() then
    raise insufficient_privilege using message = 'an API token sends no email';
  end if;
  if sender is not null and not post_mail.asked then
    -- Serialized, so that the count is exact, and with verification, so that no email stays held after it. Emails
    -- without a sender are counted under the lock of app.admit_mail.
    perform app.lock_mails_of(sender);
    held := post_mail.recipient <> all (app.verified_addresses_of(sender))
      and not exists (select 1 from public.users u where u.id = sender and u.email_verified_at is not null);
  end if;
  insert into public.mails
    (id, from_user, about_user, recipient, kind, asked, subject, body, from_name, reply_to, message_id, state)
  values (post_mail.id, sender, case when sender is null then post_mail.about_user end, post_mail.recipient,
    post_mail.kind, post_mail.asked, post_mail.subject, post_mail.body, post_mail.from_name, post_mail.reply_to,
    post_mail.message_id, case when held then 'held' else 'queued' end);
  if not held then
    outcome := app.admit_mail(post_mail.id);
  end if;
  if outcome in ('held', 'waiting') and app.is_mail_queue_over(sender, post_mail.recipient) then
    delete from public.mails m where m.id = post_mail.id;
    return 'full';
  end if;
  return outcome;
end
$$;
