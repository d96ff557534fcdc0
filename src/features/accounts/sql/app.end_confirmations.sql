-- What the user's other sessions have proved until now no longer counts.
create or replace function app.end_confirmations(person uuid, keep uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.sessions s set confirmed_at = '-infinity' where s.user_id = person and s.id <> keep $$;
