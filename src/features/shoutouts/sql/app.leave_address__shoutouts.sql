-- Keeps what a user received at an address from its next owner (app.leave_address).
create or replace function app.leave_address__shoutouts(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set recipient_deleted = true, left_by = person
  where s.recipient_email = address and not s.held and not s.recipient_deleted
$$;
