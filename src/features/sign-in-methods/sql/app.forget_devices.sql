-- No browser of the user is remembered any more.
create or replace function app.forget_devices(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.remembered_devices d where d.user_id = person $$;
