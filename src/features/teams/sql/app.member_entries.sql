-- A page of the entries that a member shares with the viewer and are visible (R-E3), newest first, below the cursor
-- (`before_at`, `before_id`), with their files. Contains only what the manager may know about an entry, and not whom
-- else it concerns. The settings: see app.newest_shoutouts.
create or replace function app.member_entries(member uuid, before_at timestamptz, before_id uuid, most int)
returns table (id uuid, kind text, content text, emoji text, created_at timestamptz, recorded_at timestamptz,
  edited_at timestamptz, files jsonb)
language plpgsql stable security definer
set search_path = ''
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
set enable_sort = off
as $$
begin
  return query
    select e.id, e.kind, e.content, e.emoji, e.created_at::timestamptz, e.recorded_at::timestamptz,
      e.edited_at::timestamptz,
      case when e.file_count = 0 then '[]' else (
        select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'check_in_id', f.check_in_id,
            'file_name', f.file_name, 'file_path', f.file_path, 'file_type', f.file_type, 'file_size', f.file_size,
            'mime_type', f.mime_type, 'preview', f.preview, 'position', f.position,
            'created_at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by f.position, f.created_at, f.id), '[]')
        from public.log_files f where f.check_in_id = e.id) end
    from (
      select one.*
      from (select a.employee_id, a.address, min(a.starts_at) as starts_at
            from app.access_of(app.viewer(), member) a group by a.employee_id, a.address) w
      cross join lateral (
        select c.* from public.check_ins c
        where c.user_id = w.employee_id and c.manager_email = w.address and c.recorded_at >= w.starts_at
          and c.shared_with_manager and c.deleted_at is null
          and (c.created_at, c.id) < (before_at, before_id)
        order by c.created_at desc, c.id desc limit most) one
      order by one.created_at desc, one.id desc limit most) e
    order by e.created_at desc, e.id desc;
end
$$;

grant execute on function app.member_entries to {{app}};
