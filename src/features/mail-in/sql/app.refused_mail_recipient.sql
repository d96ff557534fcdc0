-- The verified address of a user, for the email about a message that was refused. No row if it is not verified.
create or replace function app.refused_mail_recipient(person uuid) returns table (email text)
language sql stable security definer set search_path = ''
as $$
  select u.email from public.users u where u.id = person and u.email_verified_at is not null
$$;

grant execute on function app.refused_mail_recipient to {{jobs}};
