-- Ends what is pending at an address that a user leaves (app.leave_address). The user may also have been invited at
-- another address.
create or replace function app.leave_address__teams(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.end_invitations_to(address);
  select app.open_invitations(person);
$$;
