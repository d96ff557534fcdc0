-- The first holder of the account could sign in with them (R-A4).
create or replace function app.forget_first_holder__sign_in_methods(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.passkeys p where p.user_id = person;
  delete from public.authenticator_apps a where a.user_id = person;
  select app.forget_devices(person);
  delete from public.recovery_codes c where c.user_id = person;
$$;
