-- What a manager on the Team plan may see of the members of the team (R-E3, R-E4): one row per member and verified
-- address of the manager. Entries that are shared with the address and were recorded at `starts_at` or later are visible.
-- `relationship_id` is null for a legacy grant, which covers entries only (R-E7). Without the plan there is no row.
-- `member`: limits the result to this member; null for all.
create or replace function app.access_of(manager uuid, member uuid)
returns table (employee_id uuid, address text, starts_at timestamptz, relationship_id uuid, looked_at timestamptz)
language plpgsql stable security definer rows 50
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  addresses text[];
begin
  if manager is null or not app.has_team_plan(manager) then
    return;
  end if;
  addresses := app.verified_addresses_of(manager);
  return query
    select r.employee_id, own.address, r.accepted_at::timestamptz, r.id, r.looked_at::timestamptz
    from public.team_relationships r cross join unnest(addresses) own (address)
    where r.manager_id = manager and r.status = 'accepted' and (member is null or r.employee_id = member)
    union all
    select l.employee_id, l.manager_email, l.accepted_at::timestamptz, null, l.looked_at::timestamptz
    from public.logbook_invitations l
    where l.manager_email = any (addresses) and l.status = 'accepted' and l.employee_id <> manager
      and (member is null or l.employee_id = member);
end
$$;
