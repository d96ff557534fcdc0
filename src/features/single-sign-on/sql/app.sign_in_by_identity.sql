-- Starts a session for the user of an identity that the provider has confirmed; nulls: no account has it. Then it stays so until
-- this transaction ends.
create or replace function app.sign_in_by_identity(
  issuer text, subject text, label text, sid text, proved timestamptz, session app.new_session, signature bytea,
  out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  identity uuid;
begin
  perform app.require_signature(signature, 'sign_in_by_identity', issuer, subject, session.id::text);
  perform app.lock_identity(issuer, subject);
  -- The user is locked before the identity, as by a request that disconnects it.
  perform 1 from public.users u
  where u.id = (
    select i.user_id from public.provider_identities i
    where i.issuer = sign_in_by_identity.issuer and i.subject = sign_in_by_identity.subject)
  for share;
  select i.id, i.user_id into identity, user_id from public.provider_identities i
  where i.issuer = sign_in_by_identity.issuer and i.subject = sign_in_by_identity.subject;
  if found then
    ends := app.begin_provider_session(identity, label, sid, proved, session);
  end if;
end
$$;

grant execute on function app.sign_in_by_identity to {{app}};
