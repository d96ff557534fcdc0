-- What the email of an invitation says, as of now: the worker sends that instead of what was written when the email was
-- posted. No row: the invitation is no longer pending. `address`: the sender's, if it is verified (R-A3).
create or replace function app.invitation_mail(mail uuid)
returns table (id uuid, sender_id uuid, type text, recipient text, full_name text, address text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.sender_id, i.type, i.address, p.full_name, case when u.email_verified_at is not null then u.email end
  from app.stored_mail(mail) m
    join public.team_invitations i on i.mail_id = m.id and i.sender_id = m.from_user and i.address = m.recipient
    join public.users u on u.id = i.sender_id
    join public.profiles p on p.user_id = i.sender_id
  where m.id = mail and i.status = 'pending'
$$;

grant execute on function app.invitation_mail to {{jobs}};
