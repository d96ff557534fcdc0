-- Whether the viewer's account has a password.
create or replace function app.has_password() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = app.viewer() and u.password_digest is not null)
$$;

grant execute on function app.has_password to {{app}};
