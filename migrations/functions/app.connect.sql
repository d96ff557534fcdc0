-- Accepts the relationship of two users, which opens a new window of what the manager sees (R-E3), and closes the
-- invitations between them. `invitation` and `sender`: what is accepted, if they have no pending relationship. Returns the
-- id of the relationship, and whether they had accepted it before. The caller has taken app.lock_teams.
create or replace function app.connect(
  manager uuid, employee uuid, invitation uuid, sender uuid, out relationship uuid, out was_connected boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.team_relationships as r (id, manager_id, employee_id, status, requested_by, accepted_at)
  values (invitation, manager, employee, 'accepted', sender, date_trunc('milliseconds', clock_timestamp()))
  on conflict (manager_id, employee_id) do update
  set status = 'accepted', accepted_at = excluded.accepted_at, declined_at = null, has_ended = false, looked_at = null,
      id = case r.status when 'pending' then r.id else excluded.id end,
      requested_by = case r.status when 'pending' then r.requested_by else excluded.requested_by end,
      created_at = case r.status when 'pending' then r.created_at else excluded.created_at end
  where r.status <> 'accepted';
  was_connected := not found;
  select r.id into relationship from public.team_relationships r
  where r.manager_id = connect.manager and r.employee_id = connect.employee;
  perform app.close_invitations(manager, employee, null, 'accepted');
end
$$;
