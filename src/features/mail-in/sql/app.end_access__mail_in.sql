-- Anyone who had access until now may know the address (R-N3).
create or replace function app.end_access__mail_in(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mail_addresses a where a.user_id = person;
$$;
