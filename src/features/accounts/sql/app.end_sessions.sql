-- Ends these sessions; returns how many of them were live. No role may call it.
create or replace function app.end_sessions(ids uuid[]) returns int
language sql volatile security definer set search_path = ''
as $$
  with gone as (delete from public.sessions s where s.id = any (ids) returning s.refresh_expires_at)
  select count(*)::int from gone where gone.refresh_expires_at > now()
$$;
