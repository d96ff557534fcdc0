-- Ends a session of the viewer, with what was made in it. False: the viewer has no such session.
create or replace function app.end_session(target uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.sessions s where s.id = target and s.user_id = app.viewer() and not app.by_token())
  then
    return false;
  end if;
  perform app.end_sessions(array[target]);
  return true;
end
$$;

grant execute on function app.end_session to {{app}};
