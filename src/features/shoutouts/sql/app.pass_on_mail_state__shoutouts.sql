-- Keeps the state of an email with its shoutout (app.pass_on_mail_state).
create or replace function app.pass_on_mail_state__shoutouts(mail uuid, sender uuid, shown text, is_deleted boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set email_state = shown
  where s.mail_id = mail and s.sender_id = sender and s.email_state is distinct from shown
$$;
