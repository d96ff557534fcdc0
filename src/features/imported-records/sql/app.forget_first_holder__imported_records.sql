-- What app.forget_first_holder removes of this feature: the owner of the address did not import these.
create or replace function app.forget_first_holder__imported_records(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.imported_records r where r.user_id = person;
$$;
