-- Removes the ways to sign in that were added since an address change that its owner undoes: they may be those of the
-- person who made the change (R-A9).
create or replace function app.forget_methods_since(person uuid, since timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.passkeys p where p.user_id = person and p.created_at >= since;
  delete from public.authenticator_apps a where a.user_id = person and a.created_at >= since;
  delete from public.recovery_codes c
  where c.user_id = person and (c.created_at >= since or not app.has_second_factor(person));
$$;
