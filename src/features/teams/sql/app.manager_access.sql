-- The users who can see shared entries of the viewer, newest first: managers, then legacy grants (R-E7, R-E8).
-- `manager_email`: the address that the viewer knows: of an invitation by the viewer, else of a shared entry, else the one
-- that the manager's own invitation named; null once it is no longer theirs. `shared_with`: the manager's addresses among
-- those that the viewer's entries are shared with. `sees_now`: the manager is on the Team plan, so can currently see them.
create or replace function app.manager_access()
returns table (
  id uuid, manager_id uuid, manager_name text, manager_email text, relationship_type text, accepted_at timestamptz,
  looked_at timestamptz, shared_with text[], sees_now boolean)
language sql stable security definer set search_path = ''
as $$
  -- From one address to the next in the index, however many entries are shared with each.
  with recursive addresses as (
    (select c.manager_email as address from public.check_ins c
     where c.user_id = app.viewer() and c.shared_with_manager and c.deleted_at is null
     order by c.manager_email limit 1)
    union all
    select (
      select c.manager_email from public.check_ins c
      where c.user_id = app.viewer() and c.shared_with_manager and c.deleted_at is null
        and c.manager_email > addresses.address
      order by c.manager_email limit 1)
    from addresses where addresses.address is not null),
  shared as (select a.address from addresses a where a.address is not null),
  viewers as (
    select r.id, r.manager_id, 'Manager' as kind, r.accepted_at, r.looked_at, (
        select i.address from public.team_invitations i
        where i.sender_id = r.employee_id and i.type = 'manager' and i.status = 'accepted'
          and i.address = any (app.verified_addresses_of(r.manager_id))
        order by i.closed_at desc limit 1) as known
    from public.team_relationships r where r.employee_id = app.viewer() and r.status = 'accepted'
    union all
    select l.id, app.owner_of_address(l.manager_email), 'Legacy', l.accepted_at, l.looked_at, l.manager_email
    from public.logbook_invitations l where l.employee_id = app.viewer())
  select v.id, v.manager_id, p.full_name,
    coalesce(v.known, own.shared_with[1], app.known_address(v.id, v.manager_id)),
    v.kind, v.accepted_at, v.looked_at, own.shared_with,
    v.manager_id is not null and app.has_team_plan(v.manager_id)
  from viewers v
    left join public.profiles p on p.user_id = v.manager_id
    cross join lateral (
      select array(select s.address from shared s
                   where s.address = any (app.verified_addresses_of(v.manager_id))
                   order by s.address) as shared_with) own
  order by v.kind desc, v.accepted_at desc, v.id desc
$$;

grant execute on function app.manager_access to {{app}};
