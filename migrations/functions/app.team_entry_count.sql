-- How many entries members share with the viewer and are visible (R-E5), up to `counted`.
create or replace function app.team_entry_count(counted int) returns int
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
as $$
begin
  return (
    select count(*) from (
      select
      from (select a.employee_id, a.address, min(a.starts_at) as starts_at
            from app.access_of(app.viewer(), null) a group by 1, 2) w
      join public.check_ins c
        on c.user_id = w.employee_id and c.manager_email = w.address and c.recorded_at >= w.starts_at
          and c.shared_with_manager and c.deleted_at is null
      limit counted) visible);
end
$$;

grant execute on function app.team_entry_count to {{app}};
