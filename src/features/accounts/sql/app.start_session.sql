-- Starts a session and returns when its access token ends. `began_by`: how it began, a value of that column. No role may
-- call it: a session starts inside the function that checks the password or passkey, creates the account or uses the link.
create or replace function app.start_session(owner uuid, session app.new_session, began_by text) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ends timestamptz(3) := now() + session.access_life;
begin
  -- Serialized, so that the count is exact.
  perform pg_advisory_xact_lock(hashtextextended('sessions of ' || owner, 0));
  delete from public.sessions s
  where s.id in (
    select old.id from public.sessions old where old.user_id = owner
    order by old.last_used_at desc, old.id desc offset session.most - 1);
  insert into public.sessions
    (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, ip, began_by)
  values (session.id, owner, session.access_hash, ends, session.refresh_hash, now() + session.refresh_life,
    session.user_agent, session.ip, start_session.began_by);
  perform app.note_time_zone(owner, session.time_zone);
  return ends;
end
$$;
