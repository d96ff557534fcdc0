-- The members of the viewer's team by name, after the member `after` (null: from the first), at most `most`, with what
-- their cards show. `new_entries` counts visible entries recorded since the viewer looked, up to `counted`. `open_goals`
-- are the visible ones with a period that has begun somewhere on earth: [{cadence, period_start}].
-- The settings: the planner expects few entries per address and would sort them; the indexes are sorted.
create or replace function app.team_cards(after uuid, most int, counted int)
returns table (relationship_id uuid, user_id uuid, full_name text, avatar_url text, time_zone text,
  accepted_at timestamptz, looked_at timestamptz, last_entry_at timestamptz, new_entries int, open_goals jsonb)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
  return query
    with access as materialized (select * from app.access_of(app.viewer(), null)),
    windows as materialized (
      select a.employee_id, a.address, min(a.starts_at) as starts_at from access a group by 1, 2),
    members as (
      select a.employee_id, min(a.starts_at) as starts_at, max(a.looked_at) as looked_at,
        (array_agg(a.relationship_id) filter (where a.relationship_id is not null))[1] as relationship_id,
        min(a.starts_at) filter (where a.relationship_id is not null) as goals_from
      from access a group by 1),
    page as (
      select m.*, p.full_name, p.avatar_url, p.time_zone
      from members m join public.profiles p on p.user_id = m.employee_id
      where after is null or (lower(p.full_name), p.user_id) > (
        select lower(last.full_name), last.user_id from public.profiles last where last.user_id = after)
      order by lower(p.full_name), p.user_id limit most)
    select page.relationship_id, page.employee_id, page.full_name, page.avatar_url, page.time_zone,
      page.starts_at, page.looked_at,
      (select max(newest.created_at)::timestamptz
        from windows w cross join lateral (
          select c.created_at from public.check_ins c
          where c.user_id = w.employee_id and c.manager_email = w.address and c.recorded_at >= w.starts_at
            and c.shared_with_manager and c.deleted_at is null
          order by c.created_at desc, c.id desc limit 1) newest
        where w.employee_id = page.employee_id),
      (select count(*)::int
        from (
          select from windows w join public.check_ins c
            on c.user_id = w.employee_id and c.manager_email = w.address
              and c.recorded_at >= w.starts_at and c.recorded_at > coalesce(page.looked_at, '-infinity')
              and c.shared_with_manager and c.deleted_at is null
          where w.employee_id = page.employee_id limit counted) unseen),
      (select coalesce(jsonb_agg(jsonb_build_object('cadence', g.cadence, 'period_start', g.period_start)), '[]')
        from public.goals g
        where g.user_id = page.employee_id and g.completed_at is null and g.deleted_at is null
          and g.created_at >= page.goals_from and g.period_start <= (now() at time zone 'UTC')::date + 1)
    from page
    order by lower(page.full_name), page.employee_id;
end
$$;

grant execute on function app.team_cards to {{app}};
