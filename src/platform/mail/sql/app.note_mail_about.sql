-- Notes with an email of a user which entry it is about (app.recent_mail_about), once.
create or replace function app.note_mail_about(mail uuid, sender uuid, entry uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mails m set check_in_id = entry where m.id = mail and m.from_user = sender and m.check_in_id is null
$$;
