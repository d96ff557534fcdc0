-- Anyone who held the session may have connected them (R-Q4). Their tokens end with them.
create or replace function app.end_with_session__connected_apps(session uuid) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.connected_apps a where a.session_id = session $$;
