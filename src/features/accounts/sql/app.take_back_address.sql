-- Returns what a user had received at an address that is theirs again, and opens the invitations to it.
create or replace function app.take_back_address(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  select {{each:take_back_address}}(person, address);
$$;
