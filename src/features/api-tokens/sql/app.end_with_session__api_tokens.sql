-- Anyone who held the session may have created them (R-N1).
create or replace function app.end_with_session__api_tokens(session uuid) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.api_tokens t where t.session_id = session $$;
