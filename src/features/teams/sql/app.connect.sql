-- Accepts the relationship of two users by the `invitation` of this `sender`, and closes that invitation. A new period
-- of what the manager sees begins (R-E3). Other invitations between the two are also closed if their senders know whose
-- address they name; the rest stay pending until they expire, because their end would reveal it. Returns the id of the
-- relationship, and whether they had accepted it before. The caller has taken app.lock_teams.
create or replace function app.connect(
  manager uuid, employee uuid, invitation uuid, sender uuid, out relationship uuid, out was_connected boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.team_relationships as r (id, manager_id, employee_id, status, requested_by, accepted_at)
  values (invitation, manager, employee, 'accepted', sender, date_trunc('milliseconds', clock_timestamp()))
  on conflict (manager_id, employee_id) do update
  set status = 'accepted', accepted_at = excluded.accepted_at, declined_at = null, has_ended = false, looked_at = null,
      id = excluded.id, requested_by = excluded.requested_by,
      created_at = case r.id when excluded.id then r.created_at else excluded.created_at end
  where r.status <> 'accepted';
  was_connected := not found;
  select r.id into relationship from public.team_relationships r
  where r.manager_id = connect.manager and r.employee_id = connect.employee;
  update public.team_invitations i set status = 'accepted', closed_at = clock_timestamp(), declined_at = null
  where i.status = 'pending'
    and (i.id in (invitation, relationship)
      or i.manager_id = manager and i.employee_email = app.known_address(relationship, employee)
      or i.employee_id = employee and i.manager_email = app.known_address(relationship, manager));
end
$$;
