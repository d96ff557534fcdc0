-- Ends a session of the viewer, and what was made in it to get in without it. False: the viewer has no such session.
create or replace function app.end_session(target uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.by_token() then
    return false;
  end if;
  delete from public.sessions s where s.id = target and s.user_id = app.viewer();
  if not found then
    return false;
  end if;
  perform {{each:end_with_session}}(target);
  return true;
end
$$;

grant execute on function app.end_session to {{app}};
