-- The pending invitations between two users, at whichever of their verified addresses: with the employee invited (`type`
-- employee), the manager, or both (null).
create or replace function app.invitations_between(manager uuid, employee uuid, type text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select i.id from public.team_invitations i
  where i.status = 'pending' and (invitations_between.type is null or i.type = invitations_between.type)
    and (i.manager_id = manager and i.employee_email = any (app.verified_addresses_of(employee))
      or i.employee_id = employee and i.manager_email = any (app.verified_addresses_of(manager)))
$$;
