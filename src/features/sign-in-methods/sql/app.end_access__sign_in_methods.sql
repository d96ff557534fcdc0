-- They replace the second factor of a sign-in with the password.
create or replace function app.end_access__sign_in_methods(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select app.forget_devices(person) $$;
