-- The address of a member that a manager knows from their invitation: the one that the manager invited, while it is the
-- member's, or, if the member invited, the one that the invitation names as its sender's. Null for a legacy grant.
create or replace function app.known_address(relationship uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when r.requested_by = r.employee_id then (app.verified_addresses_of(r.employee_id))[1]
    when i.employee_email = any (app.verified_addresses_of(r.employee_id)) then i.employee_email end
  from public.team_relationships r left join public.team_invitations i on i.id = r.id
  where r.id = relationship
$$;
