-- The user who has verified the address; null: none.
create or replace function app.owner_of_address(address text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select u.id from public.users u where u.email = address and u.email_verified_at is not null
  union all
  select e.user_id from public.user_emails e where e.email = address and e.verified_at is not null
  limit 1
$$;
