-- The members of the viewer's team by name, after the member `after` (null: from the first; no longer a member: none),
-- at most `most`, with what their cards show. `new_entries` counts visible entries recorded since the viewer looked, up
-- to `counted`. `goal_periods` are those of the visible open goals, if they have begun somewhere on earth: a cadence
-- and a first day, such as `weekly 2026-01-05`. `shared_entries` is the same in each row: the visible entries of all
-- members, up to `counted` (R-E5). Planning takes longer than reading, so one plan serves all calls.
create or replace function app.team_cards(after uuid, most int, counted int)
returns table (relationship_id uuid, user_id uuid, full_name text, avatar_url text, time_zone text,
  accepted_at timestamptz, looked_at timestamptz, last_entry_at timestamptz, new_entries int, goal_periods text[],
  shared_entries int)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  last_start date := (now() at time zone 'UTC')::date + 1;
begin
  return query
    with access as materialized (select * from app.access_of(app.viewer(), null)),
    windows as materialized (
      select a.employee_id, a.address, min(a.starts_at) as starts_at from access a group by a.employee_id, a.address),
    members as (
      select a.employee_id, min(a.starts_at) as starts_at, max(a.looked_at) as looked_at,
        (array_agg(a.relationship_id) filter (where a.relationship_id is not null))[1] as relationship_id,
        min(a.starts_at) filter (where a.relationship_id is not null) as goals_from
      from access a group by 1),
    page as materialized (
      select m.*, p.full_name, p.avatar_url, p.time_zone
      from members m join public.profiles p on p.user_id = m.employee_id
      where after is null or (lower(p.full_name), p.user_id) > (
        -- Only for a member: the order must not reveal the names of others.
        select lower(last.full_name), last.user_id
        from members one join public.profiles last on last.user_id = one.employee_id where one.employee_id = after)
      order by lower(p.full_name), p.user_id limit most),
    entries as (
      select w.employee_id, max(coalesce(unseen.newest, seen.recorded_at)) as last_entry_at,
        sum(unseen.count) as new_entries
      from page join windows w on w.employee_id = page.employee_id
      cross join lateral (
        -- Newest first, so that one scan finds both the number and the last entry.
        select count(*), max(one.recorded_at) as newest from (
          select c.recorded_at from public.check_ins c
          where c.user_id = w.employee_id and c.manager_email = w.address
            and c.recorded_at >= greatest(w.starts_at, page.looked_at + interval '1 microsecond')
            and c.shared_with_manager and c.deleted_at is null
          order by c.recorded_at desc limit counted) one) unseen
      left join lateral (
        select c.recorded_at from public.check_ins c
        where unseen.newest is null and c.user_id = w.employee_id and c.manager_email = w.address
          and c.recorded_at >= w.starts_at and c.shared_with_manager and c.deleted_at is null
        order by c.recorded_at desc limit 1) seen on true
      group by w.employee_id)
    select page.relationship_id, page.employee_id, page.full_name, page.avatar_url, page.time_zone,
      page.starts_at, page.looked_at, entries.last_entry_at::timestamptz, least(entries.new_entries, counted)::int,
      array(
        select g.cadence || ' ' || g.period_start from public.goals g
        where g.user_id = page.employee_id and g.completed_at is null and g.deleted_at is null
          and g.created_at >= page.goals_from and g.period_start <= last_start),
      (select count(*)::int from (
        select from windows w join public.check_ins c
          on c.user_id = w.employee_id and c.manager_email = w.address and c.recorded_at >= w.starts_at
            and c.shared_with_manager and c.deleted_at is null
        limit counted) one)
    from page join entries on entries.employee_id = page.employee_id
    order by lower(page.full_name), page.employee_id;
end
$$;

grant execute on function app.team_cards to {{app}};
