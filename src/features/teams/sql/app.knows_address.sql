-- Whether a user knows that this address belongs to the other party of their relationship: an invitation between them
-- named it, or the user shares entries with it, so that Logbook Visibility shows it (R-E8).
create or replace function app.knows_address(relationship uuid, person uuid, other uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(address = app.known_address(relationship, other), false)
    or address = any (app.verified_addresses_of(other)) and exists (
      select from public.team_relationships r join public.check_ins c on c.user_id = r.employee_id
      where r.id = relationship and r.employee_id = person
        and c.manager_email = knows_address.address and c.shared_with_manager and c.deleted_at is null)
$$;
