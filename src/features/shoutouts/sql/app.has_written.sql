-- Whether the owner of this address has sent a shoutout to a verified address of the user. What a former owner of the user's
-- address received does not count.
create or replace function app.has_written(writer uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.shoutouts s
    where s.sender_id = writer and s.recipient_email = any (app.verified_addresses_of(person))
      and not s.held and not s.recipient_deleted)
$$;
