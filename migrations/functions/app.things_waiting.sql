-- The number of items that wait for the viewer to verify their address (R-A3).
create or replace function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int
  from public.users u
  join public.shoutouts s on s.recipient_email = u.email and not s.held and not s.recipient_deleted
  where u.id = app.viewer() and u.email_verified_at is null
$$;

grant execute on function app.things_waiting to {{app}};
