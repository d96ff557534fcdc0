-- Whether the password alone opens nothing of this account (R-Q2).
create or replace function app.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.passkeys p where p.user_id = person)
    or exists (select 1 from public.authenticator_apps a where a.user_id = person)
$$;
