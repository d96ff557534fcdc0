-- Whether email from this user to this address has no limit (R-A8): an accepted relationship connects them, or the
-- address has written to the user.
create or replace function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select app.owns_address(person, address) $$;
