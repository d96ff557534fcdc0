-- Connects an identity that the provider has confirmed to the viewer's account (R-Q1). The link with `undo_hash`, emailed to a
-- verified address, undoes it like a change of the address (R-A9): someone else may know the password, and the identity would
-- outlive a new one. `tells_time`: whether the provider said when it last asked who it is. Outcomes: connected, repeated (it was
-- connected before), confirmation needed, taken (by another account), other (the account has another identity of this provider).
create or replace function app.connect_identity(
  asking uuid, identity uuid, issuer text, subject text, label text, tells_time boolean, undo_hash bytea, undo_life interval,
  signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  owner uuid;
begin
  perform app.require_signature(signature, 'connect_identity', asking::text, issuer, subject);
  perform app.lock_identity(issuer, subject);
  perform 1 from public.users u where u.id = person for update;
  select i.user_id into owner from public.provider_identities i
  where i.issuer = connect_identity.issuer and i.subject = connect_identity.subject;
  if owner = person then
    return 'repeated';
  elsif owner is not null then
    return 'taken';
  elsif exists (
    select 1 from public.provider_identities i where i.user_id = person and i.issuer = connect_identity.issuer)
  then
    return 'other';
  elsif not app.is_fresh(asking) then
    return 'confirmation needed';
  end if;
  insert into public.provider_identities (id, user_id, issuer, subject, label, tells_time, created_at)
  values (identity, person, connect_identity.issuer, connect_identity.subject, connect_identity.label,
    connect_identity.tells_time, clock_timestamp());
  perform app.store_undo_link(person, undo_hash, undo_life);
  return 'connected';
end
$$;

grant execute on function app.connect_identity to {{app}};
