-- The address of one party to a relationship that the other knows from its invitation, as long as it is a verified
-- address of that party: the invited address, or the one that the invitation names as its sender's. Otherwise null.
create or replace function app.known_address(relationship uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select known.address
  from public.team_invitations i
    cross join lateral (select case when i.sender_id = person then i.sender_email else i.address end as address) known
  where i.id = relationship and known.address = any (app.verified_addresses_of(person))
$$;
