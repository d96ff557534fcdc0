-- A page of the shoutouts of a member to a verified address of the viewer since the access start (R-E3), newest first,
-- below the cursor (`before_at`, `before_id`).
create or replace function app.member_shoutouts(member uuid, before_at timestamptz, before_id uuid, most int)
returns table (id uuid, message text, excerpt text, created_at timestamptz)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
set enable_sort = off
as $$
begin
  return query
    select one.id, one.message, one.excerpt, one.created_at::timestamptz
    from app.access_of(app.viewer(), member) a
    cross join lateral (
      select s.* from public.shoutouts s
      where s.sender_id = a.employee_id and s.recipient_email = a.address and s.created_at >= a.starts_at
        and not s.held and not s.recipient_deleted
        and (s.created_at, s.id) < (before_at, before_id)
      order by s.created_at desc, s.id desc limit most) one
    where a.relationship_id is not null
    order by one.created_at desc, one.id desc limit most;
end
$$;

grant execute on function app.member_shoutouts to {{app}};
