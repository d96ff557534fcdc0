-- What the email of a shoutout says, as of now: the worker sends that instead of what was written when the email was
-- posted. No row: the shoutout no longer exists. `address`: the sender's, if it is verified (R-A3).
create or replace function app.shoutout_mail(mail uuid)
returns table (recipient text, message text, excerpt text, full_name text, address text)
language sql stable security definer set search_path = ''
as $$
  select m.recipient, s.message, s.excerpt, p.full_name, case when u.email_verified_at is not null then u.email end
  from app.stored_mail(mail) m
    join public.users u on u.id = m.from_user
    join public.profiles p on p.user_id = u.id
    join public.shoutouts s on s.mail_id = m.id and s.sender_id = u.id and s.recipient_email = m.recipient
  where m.id = mail
$$;

grant execute on function app.shoutout_mail to {{jobs}};
