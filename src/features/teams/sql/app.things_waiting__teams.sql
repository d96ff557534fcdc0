-- The number of invitations of other users to an address that are open (app.things_waiting).
create or replace function app.things_waiting__teams(person uuid, address text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.team_invitations i
    join public.users sender on sender.id = i.sender_id and sender.email_verified_at is not null
  where i.address = things_waiting__teams.address and i.status = 'pending' and not i.is_void and i.sender_id <> person
$$;
