-- The user of the session with this refresh token; null: none, or it has expired.
create or replace function app.user_of_refresh(refresh_hash bytea) returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.user_id from public.sessions s
  where s.refresh_hash = user_of_refresh.refresh_hash and s.refresh_expires_at > now()
$$;
