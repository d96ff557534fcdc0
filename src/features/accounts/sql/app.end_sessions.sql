-- Ends these sessions, and unless `leave_made`, what was made in them to get in without them. Returns how many of the
-- sessions were live. No role may call it.
create or replace function app.end_sessions(ids uuid[], leave_made boolean default false) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended uuid[];
  live int;
begin
  with gone as (delete from public.sessions s where s.id = any (ids) returning s.id, s.refresh_expires_at)
  select array_agg(gone.id), count(*) filter (where gone.refresh_expires_at > now()) into ended, live from gone;
  perform {{each:end_with_session}}(session) from unnest(ended) session where not leave_made;
  return live;
end
$$;
