-- How much of a member the viewer sees, each up to `counted`: entries, goals, and shoutouts to the viewer (R-E3).
create or replace function app.member_counts(member uuid, counted int)
returns table (entries int, goals int, shoutouts int)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    with access as materialized (select * from app.access_of(app.viewer(), member)),
    windows as (
      select a.employee_id, a.address, min(a.starts_at) as starts_at from access a group by a.employee_id, a.address)
    select
      (select count(*)::int from (
        select from windows w join public.check_ins c
          on c.user_id = w.employee_id and c.manager_email = w.address and c.recorded_at >= w.starts_at
            and c.shared_with_manager and c.deleted_at is null
        limit counted) one),
      (select count(*)::int from (
        select from public.goals g
        where g.user_id = member and g.deleted_at is null
          and g.created_at >= (select min(a.starts_at) from access a where a.relationship_id is not null)
        limit counted) one),
      (select count(*)::int from (
        select from access a join public.shoutouts s
          on s.sender_id = a.employee_id and s.recipient_email = a.address and s.created_at >= a.starts_at
            and not s.held and not s.recipient_deleted
        where a.relationship_id is not null
        limit counted) one);
end
$$;

grant execute on function app.member_counts to {{app}};
