-- The viewer's verified addresses: what is sent to them is the viewer's (R-A3).
create or replace function app.verified_addresses() returns text[]
language sql stable security definer set search_path = ''
as $$ select app.verified_addresses_of(app.viewer()) $$;

grant execute on function app.verified_addresses to {{app}};
