-- Starts a session for the user of a passkey whose answer the application has checked; nulls if it was used before.
create or replace function app.sign_in_by_passkey(
  credential bytea, counter bigint, copied boolean, challenge bytea, challenge_ends timestamptz,
  session app.new_session, signature bytea, out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'sign_in_by_passkey', encode(credential, 'hex'), counter::text, encode(challenge, 'hex'), session.id::text);
  -- The user is locked before the passkey, as by a request that removes it.
  perform 1 from public.users u
  where u.id = (select p.user_id from public.passkeys p where p.credential_id = credential) for share;
  user_id := app.use_passkey(credential, counter, copied, session.user_agent, challenge, challenge_ends);
  if user_id is not null then
    ends := app.start_session(user_id, session, 'passkey');
  end if;
end
$$;

grant execute on function app.sign_in_by_passkey to {{app}};
