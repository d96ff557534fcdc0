-- Confirms a session of the viewer by a passkey of theirs, whose answer the application has checked.
create or replace function app.confirm_by_passkey(
  asking uuid, credential bytea, counter bigint, copied boolean, agent text, challenge bytea, challenge_ends timestamptz,
  signature bytea)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'confirm_by_passkey', asking::text, encode(credential, 'hex'), counter::text, encode(challenge, 'hex'));
  -- The user is locked before the passkey, as by a request that removes it.
  perform 1 from public.users u where u.id = app.viewer() for share;
  if not exists (
    select 1 from public.passkeys p where p.credential_id = credential and p.user_id = app.viewer())
  then
    return false;
  end if;
  return app.use_passkey(credential, counter, copied, agent, challenge, challenge_ends) is not null
    and app.confirm_session(asking);
end
$$;

grant execute on function app.confirm_by_passkey to {{app}};
