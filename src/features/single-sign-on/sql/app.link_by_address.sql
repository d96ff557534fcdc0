-- Connects an identity that no account has to the account that has verified the address, and starts a session: only where the
-- operator allows it, and for an address that the provider has verified, too (R-Q1). An account with a second factor is connected
-- from its settings only: an address alone would pass it (R-Q2). The link with `undo_hash`, emailed to the owner, undoes it as in
-- app.connect_identity. Outcomes: started, unknown (no account has verified the address),
-- second factor, other (the account has another identity of this provider).
create or replace function app.link_by_address(
  address text, identity uuid, issuer text, subject text, label text, sid text, proved timestamptz, session app.new_session,
  undo_hash bytea, undo_life interval, signature bytea, out outcome text, out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.owner_of_address(address);
begin
  perform app.require_signature(signature, 'link_by_address', address, issuer, subject, session.id::text);
  perform 1 from public.users u where u.id = person for update;
  if person is null or app.owner_of_address(address) is distinct from person then
    outcome := 'unknown';
  elsif app.has_second_factor(person) then
    outcome := 'second factor';
  elsif exists (
    select 1 from public.provider_identities i where i.user_id = person and i.issuer = link_by_address.issuer)
  then
    outcome := 'other';
  else
    outcome := 'started';
    user_id := person;
    insert into public.provider_identities (id, user_id, issuer, subject, label)
    values (identity, person, link_by_address.issuer, link_by_address.subject, link_by_address.label);
    perform app.store_undo_link(person, undo_hash, undo_life);
    ends := app.begin_provider_session(identity, label, sid, proved, session);
  end if;
end
$$;

grant execute on function app.link_by_address to {{app}};
