-- A page of a member's goals that the viewer sees (R-E3): open ones in their order, then completed ones, newest first.
-- The page begins after an open goal (`after_position`, `after_id`), or, if `before_at` is given, below a completed one
-- (`before_at`, `after_id`). The settings: see app.newest_shoutouts.
create or replace function app.member_goals(
  member uuid, after_position int, before_at timestamptz, after_id uuid, most int)
returns table (id uuid, text text, cadence text, period_start date, "position" int, created_at timestamptz,
  completed_at timestamptz)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
set enable_sort = off
as $$
declare
  starts_at timestamptz := (
    select min(a.starts_at) from app.access_of(app.viewer(), member) a where a.relationship_id is not null);
begin
  return query
    select listed.id, listed.text, listed.cadence, listed.period_start, listed.position,
      listed.created_at::timestamptz, listed.completed_at::timestamptz
    from (
      (select g.*, false as is_completed from public.goals g
       where before_at is null and g.user_id = member and g.completed_at is null and g.deleted_at is null
         and g.created_at >= starts_at and (g.position, g.id) > (after_position, after_id)
       order by g.position, g.id limit most)
      union all
      (select g.*, true from public.goals g
       where g.user_id = member and g.completed_at is not null and g.deleted_at is null
         and g.created_at >= starts_at
         and (g.completed_at, g.id) < (coalesce(before_at, 'infinity'),
           case when before_at is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else after_id end)
       order by g.completed_at desc, g.id desc limit most)) listed
    order by listed.is_completed, case when not listed.is_completed then listed.position end,
      case when not listed.is_completed then listed.id end, listed.completed_at desc, listed.id desc
    limit most;
end
$$;

grant execute on function app.member_goals to {{app}};
