-- Stores the time zone of a user's newest session (R-A14), if it is known and has changed.
create or replace function app.note_time_zone(person uuid, zone text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.profiles p set time_zone = zone where p.user_id = person and zone is not null and p.time_zone is distinct from zone
$$;
