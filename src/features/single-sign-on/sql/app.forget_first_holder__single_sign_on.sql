-- The first holder of the account could sign in with them (R-A4).
create or replace function app.forget_first_holder__single_sign_on(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.provider_identities i where i.user_id = person $$;
