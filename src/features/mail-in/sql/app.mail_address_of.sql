-- The id from which a user's private address is computed. Null: the user has none.
create or replace function app.mail_address_of(person uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.mail_addresses a where a.user_id = person
$$;

grant execute on function app.mail_address_of to {{jobs}};
