-- The number of items that wait for the viewer to verify their address (R-A3).
create or replace function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$ select 0 $$;

grant execute on function app.things_waiting to {{app}};
