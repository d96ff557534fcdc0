-- Starts a session for the user of an identity. `proved`: when the provider last asked who it is. Null: it does not say, so the
-- sign-in counts. If it has said so of this identity before, it can, and was not asked to: then that counts as long ago.
create or replace function app.begin_provider_session(
  identity uuid, label text, sid text, proved timestamptz, session app.new_session)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
  tells boolean;
  ends timestamptz;
begin
  update public.provider_identities i
  set last_used_at = now(), label = begin_provider_session.label, tells_time = i.tells_time or proved is not null
  where i.id = identity
  returning i.user_id, i.tells_time into person, tells;
  ends := app.start_session(person, session, 'provider');
  perform app.note_proof(session.id, case when tells then coalesce(proved, '-infinity') end);
  insert into public.provider_sessions (session_id, identity_id, sid)
  values (session.id, identity, begin_provider_session.sid);
  return ends;
end
$$;
