-- Whether the address is the primary one or a verified extra one of the user.
create or replace function app.owns_address(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = person and u.email = address)
      or exists (select 1 from public.user_emails e
                 where e.user_id = person and e.email = address and e.verified_at is not null)
$$;
