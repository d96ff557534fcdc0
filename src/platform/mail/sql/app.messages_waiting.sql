-- The number of emails that wait for the viewer to verify their address (R-A3).
create or replace function app.messages_waiting() returns int
language sql stable security definer set search_path = ''
as $$ select count(*)::int from public.mails m where m.from_user = app.viewer() and m.state = 'held' $$;

grant execute on function app.messages_waiting to {{app}};
