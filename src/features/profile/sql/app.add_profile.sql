-- Creates the profile of a new user.
create or replace function app.add_profile(person uuid, full_name text, address text, time_zone text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.profiles (user_id, full_name, email, time_zone) values (person, full_name, address, time_zone)
$$;
