-- Anyone who had access until now may have allowed them (R-Q4).
create or replace function app.end_access__connected_apps(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.connected_apps c where c.user_id = person;
$$;
