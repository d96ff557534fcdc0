-- Whether the proof matches the viewer's password.
create or replace function app.is_own_password(proof bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.users u where u.id = app.viewer() and u.password_digest = app.password_digest(proof))
$$;

grant execute on function app.is_own_password to {{app}};
