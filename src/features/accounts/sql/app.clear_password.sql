-- The account has no password from now on. Earlier links to set one end.
create or replace function app.clear_password(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.users u set password_salt = null, password_digest = null where u.id = person;
  select app.end_recoveries(person);
$$;
