-- When a new session last proved whose it is, if that was before it began. Null: by its beginning.
create or replace function app.note_proof(session uuid, proved timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$ update public.sessions s set confirmed_at = least(proved, now()) where s.id = session and proved is not null $$;
