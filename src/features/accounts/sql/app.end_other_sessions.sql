-- Ends all sessions of the viewer except that of this request. Returns how many of them were live.
create or replace function app.end_other_sessions(keep uuid) returns int
language sql volatile security definer set search_path = ''
as $$ select app.end_sessions_except(app.viewer(), keep) where not app.by_token() $$;

grant execute on function app.end_other_sessions to {{app}};
