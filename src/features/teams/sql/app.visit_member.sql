-- The member whose logbook the viewer opens: no row without access (R-E3, R-E4). Notes that the manager looked, at most
-- once per `gap`, which the member sees (R-E8), and returns the previous time. `address`: the member's, if the viewer
-- knows it anyway (docs/decisions/0031).
create or replace function app.visit_member(member uuid, gap interval)
returns table (user_id uuid, full_name text, avatar_url text, relationship_id uuid, address text,
  accepted_at timestamptz, looked_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  manager uuid := app.viewer();
  found_relationship uuid;
  starts_at timestamptz;
  looked_before timestamptz;
  looked_longest_ago timestamptz;
begin
  select (array_agg(a.relationship_id) filter (where a.relationship_id is not null))[1], min(a.starts_at),
    max(a.looked_at), min(coalesce(a.looked_at, '-infinity'))
  into found_relationship, starts_at, looked_before, looked_longest_ago
  from app.access_of(manager, member) a;
  if starts_at is null then
    return;
  end if;
  if looked_longest_ago < clock_timestamp() - gap then
    -- A locked row is being changed by another visit, or by something that ends the access: a read does not wait for it.
    update public.team_relationships r set looked_at = clock_timestamp()
    where r.id = (
      select one.id from public.team_relationships one
      where one.id = found_relationship
        and (one.looked_at is null or one.looked_at < clock_timestamp() - gap)
      for update skip locked);
    update public.logbook_invitations l set looked_at = clock_timestamp()
    where l.id in (
      select one.id from public.logbook_invitations one
      where one.employee_id = member and one.manager_email = any (app.verified_addresses_of(manager))
        and one.status = 'accepted'
        and (one.looked_at is null or one.looked_at < clock_timestamp() - gap)
      for update skip locked);
  end if;
  return query
    select p.user_id, p.full_name, p.avatar_url, found_relationship,
      app.known_address(found_relationship, member), starts_at, looked_before
    from public.profiles p where p.user_id = member;
end
$$;

grant execute on function app.visit_member to {{app}};
