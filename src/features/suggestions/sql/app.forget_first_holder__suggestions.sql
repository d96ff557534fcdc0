-- What app.forget_first_holder removes of this feature: the owner of the address did not ask for these.
create or replace function app.forget_first_holder__suggestions(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.suggestions s where s.user_id = person;
$$;
