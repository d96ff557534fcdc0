-- Whether email from this user to this address has no limit (R-A8): the address is the user's own and verified, or its
-- owner has written to the user, or is the user's manager or employee.
create or replace function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select address = any (app.verified_addresses_of(person))
    or app.are_connected(person, app.owner_of_address(address))
    or app.has_written(app.owner_of_address(address), person)
$$;
