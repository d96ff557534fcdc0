-- Anyone who had access until now may have created them (R-N1).
create or replace function app.end_access__api_tokens(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.api_tokens t where t.user_id = person;
$$;
