-- Whether one of these users is the manager of the other.
create or replace function app.are_connected(person uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.team_relationships r
    where r.status = 'accepted'
      and (r.manager_id = person and r.employee_id = other or r.manager_id = other and r.employee_id = person))
$$;
