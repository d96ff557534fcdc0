-- The addresses in the viewer's `most` most recently shared entries that are still shared: stopping removes the address.
-- Row-level security applies. Without a sort, the planner walks the index and stops, however many entries a user shares
-- (compare app.newest_shoutouts).
create or replace function app.newest_managers(most int)
returns table (manager_email text, manager_mail_id uuid)
language sql stable
set search_path = ''
set enable_bitmapscan = off
set enable_sort = off
as $$
  select c.manager_email, c.manager_mail_id from public.check_ins c
  where c.user_id = (select app.viewer()) and c.manager_mail_id is not null and c.manager_email is not null
  order by c.manager_mail_id desc limit most
$$;

grant execute on function app.newest_managers to {{app}};
