-- Ends all sessions of a user except one, and what was made in them to get in without them. Returns how many of the
-- sessions were live.
create or replace function app.end_sessions_except(person uuid, keep uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended uuid[];
  live int;
begin
  with gone as (
    delete from public.sessions s where s.user_id = person and s.id <> keep returning s.id, s.refresh_expires_at)
  select array_agg(gone.id), count(*) filter (where gone.refresh_expires_at > now()) into ended, live from gone;
  perform {{each:end_with_session}}(session) from unnest(ended) session;
  return live;
end
$$;
