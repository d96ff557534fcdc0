-- What an email that shares an entry with a manager says, as of now: the worker sends that instead of what was written
-- when the email was posted. No row: there is nothing to send, because the entry is deleted or no longer shared with
-- this address. `address`: the sender's, if it is verified (R-A3).
create or replace function app.manager_mail(mail uuid)
returns table (recipient text, check_in_id uuid, content text, emoji text, full_name text, address text)
language sql stable security definer set search_path = ''
as $$
  select m.recipient, c.id, c.content, c.emoji, p.full_name, case when u.email_verified_at is not null then u.email end
  from app.stored_mail(mail) m
    join public.users u on u.id = m.from_user
    join public.profiles p on p.user_id = u.id
    join public.check_ins c on c.user_id = u.id and c.manager_mail_id = m.id
  where m.id = mail and c.shared_with_manager and c.manager_email = m.recipient and c.deleted_at is null
$$;

grant execute on function app.manager_mail to {{jobs}};
