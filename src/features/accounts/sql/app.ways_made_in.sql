-- How many ways to get in without a session of the viewer were made in it and still work.
create or replace function app.ways_made_in(session uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select 0
    + {{each:ways_made_in}}(s.id)
  from public.sessions s where s.id = session and s.user_id = app.viewer()
$$;

grant execute on function app.ways_made_in to {{app}};
