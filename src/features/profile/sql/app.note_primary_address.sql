-- Keeps the primary address of a user on the profile.
create or replace function app.note_primary_address(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.profiles p set email = address where p.user_id = person
$$;
