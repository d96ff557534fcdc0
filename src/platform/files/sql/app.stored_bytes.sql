-- How many bytes of files the viewer has stored, renditions included. They count toward the quota.
create or replace function app.stored_bytes() returns bigint
language sql stable security definer set search_path = ''
as $$
  select
    coalesce((select sum(f.file_size + f.view_size) from public.log_files f where f.user_id = app.viewer()), 0)::bigint
    + coalesce((select sum(r.file_size) from public.resumes r where r.user_id = app.viewer()), 0)::bigint
    + coalesce((select sum(f.file_size + f.view_size) from public.vouch_files f where f.user_id = app.viewer()), 0)::bigint
$$;

grant execute on function app.stored_bytes to {{app}};
