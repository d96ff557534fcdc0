-- The number of items that wait for the viewer to verify their address (R-A3).
create or replace function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select 0
      + {{each:things_waiting}}(u.id, u.email)
    from public.users u where u.id = app.viewer() and u.email_verified_at is null), 0)::int
$$;

grant execute on function app.things_waiting to {{app}};
