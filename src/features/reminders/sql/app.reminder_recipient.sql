-- The address that a user's reminders go to. No row: it is not verified.
create or replace function app.reminder_recipient(person uuid) returns table (address text, full_name text)
language sql stable security definer set search_path = ''
as $$
  select u.email, p.full_name
  from public.users u join public.profiles p on p.user_id = u.id
  where u.id = person and u.email_verified_at is not null
$$;

grant execute on function app.reminder_recipient to {{jobs}};
