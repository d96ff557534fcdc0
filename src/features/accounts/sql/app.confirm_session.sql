-- Notes that this session of the viewer has proved whose it is. False: it has ended.
create or replace function app.confirm_session(asking uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.sessions s set confirmed_at = now() where s.id = asking and s.user_id = app.viewer();
  return found;
end
$$;
