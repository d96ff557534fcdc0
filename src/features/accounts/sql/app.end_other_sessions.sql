-- Ends all sessions of the viewer except one, with what was made in them. Returns how many of them were live.
create or replace function app.end_other_sessions(keep uuid) returns int
language sql volatile security definer set search_path = ''
as $$
  select app.end_sessions(array(
    select s.id from public.sessions s where s.user_id = app.viewer() and s.id <> keep and not app.by_token()))
$$;

grant execute on function app.end_other_sessions to {{app}};
