-- The number of items that wait for the viewer to verify their address (R-A3).
create or replace function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select (select count(*) from public.shoutouts s
            where s.recipient_email = u.email and not s.held and not s.recipient_deleted)
         + (select count(*) from public.team_invitations i
              join public.users sender on sender.id = i.sender_id and sender.email_verified_at is not null
            where i.address = u.email and i.status = 'pending' and not i.is_void and i.sender_id <> u.id)
    from public.users u where u.id = app.viewer() and u.email_verified_at is null), 0)::int
$$;

grant execute on function app.things_waiting to {{app}};
