-- Opens the invitations to an address that is a user's again (app.take_back_address).
create or replace function app.take_back_address__teams(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.open_invitations(person)
$$;
