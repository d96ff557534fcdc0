-- The verified addresses of a user, the primary one first.
create or replace function app.verified_addresses_of(person uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select u.email from public.users u where u.id = person and u.email_verified_at is not null
    union all
    select e.email from public.user_emails e where e.user_id = person and e.verified_at is not null)
$$;
