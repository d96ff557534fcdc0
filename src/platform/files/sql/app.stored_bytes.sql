-- How many bytes of files the viewer has stored, renditions included. They count toward the quota.
create or replace function app.stored_bytes() returns bigint
language sql stable security definer set search_path = ''
as $$
  select 0::bigint
    + {{each:stored_bytes}}()
$$;

grant execute on function app.stored_bytes to {{app}};
