-- The viewer's primary address, and whether emails can reach it.
create or replace function app.reminder_address(out address text, out verified boolean, out stopped boolean)
language sql stable security definer set search_path = ''
as $$
  select u.email, u.email_verified_at is not null, app.is_mail_refused(u.email)
  from public.users u where u.id = app.viewer() and not app.by_token()
$$;

grant execute on function app.reminder_address to {{app}};
