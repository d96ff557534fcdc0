-- Starts a session for the user of an identity. `proved`: when the provider last asked who it is; null: it does not say, so
-- the sign-in counts.
create or replace function app.begin_provider_session(
  identity uuid, label text, sid text, proved timestamptz, session app.new_session)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
  ends timestamptz;
begin
  update public.provider_identities i set last_used_at = now(), label = begin_provider_session.label
  where i.id = identity
  returning i.user_id into person;
  ends := app.start_session(person, session, 'provider');
  perform app.note_proof(session.id, proved);
  insert into public.provider_sessions (session_id, identity_id, sid)
  values (session.id, identity, begin_provider_session.sid);
  return ends;
end
$$;
