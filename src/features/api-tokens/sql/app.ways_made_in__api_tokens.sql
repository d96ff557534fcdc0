-- How many tokens that were made in the session still work.
create or replace function app.ways_made_in__api_tokens(session uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int from public.api_tokens t
  where t.session_id = session and (t.expires_at is null or t.expires_at > now())
$$;
