-- Closes the pending invitations between two users: with the employee invited (`type` employee), the manager, or both
-- (null).
create or replace function app.close_invitations(manager uuid, employee uuid, type text, status text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.team_invitations i set status = close_invitations.status, closed_at = clock_timestamp()
  where i.status = 'pending' and (close_invitations.type is null or i.type = close_invitations.type)
    and (i.manager_id = manager and i.employee_email = any (app.verified_addresses_of(employee))
      or i.employee_id = employee and i.manager_email = any (app.verified_addresses_of(manager)))
$$;
