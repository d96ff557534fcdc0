-- How many apps that were connected in the session may still use the log.
create or replace function app.ways_made_in__connected_apps(session uuid) returns int
language sql stable security definer set search_path = ''
as $$ select count(*)::int from public.connected_apps a where a.session_id = session and a.expires_at > now() $$;
