-- The number of shoutouts to an address that are not held (app.things_waiting).
create or replace function app.things_waiting__shoutouts(person uuid, address text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.shoutouts s
  where s.recipient_email = address and not s.held and not s.recipient_deleted
$$;
