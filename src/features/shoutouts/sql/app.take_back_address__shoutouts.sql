-- Returns the shoutouts that a user had received at an address (app.take_back_address).
create or replace function app.take_back_address__shoutouts(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set recipient_deleted = false, left_by = null
  where s.left_by = person and s.recipient_email = address
$$;
