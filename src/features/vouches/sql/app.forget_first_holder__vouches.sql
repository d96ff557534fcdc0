-- What app.forget_first_holder removes of this feature.
create or replace function app.forget_first_holder__vouches(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.vouches v where v.user_id = person;
$$;
