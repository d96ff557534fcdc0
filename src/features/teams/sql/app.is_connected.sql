-- Whether email from this user to this address has no limit (R-A8): the address is the user's own and verified, or its
-- owner has written to the user, or is the user's manager or employee. What a former owner of the user's address received
-- does not count.
create or replace function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select address = any (app.verified_addresses_of(person))
    or app.are_connected(person, app.owner_of_address(address)) or exists (
    select 1
    from (select u.id from public.users u where u.email = address and u.email_verified_at is not null
          union all
          select e.user_id from public.user_emails e where e.email = address and e.verified_at is not null) owner
    join public.shoutouts s on s.sender_id = owner.id
      and s.recipient_email = any (app.verified_addresses_of(person)) and not s.held and not s.recipient_deleted)
$$;
