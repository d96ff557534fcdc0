-- Notifies all processes of a changed or deleted profile, whose id is its user's.
create or replace function app.announce_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('logbook_live', 'profiles ' || old.user_id || ' ' || old.user_id);
  return null;
end
$$;

create or replace trigger announce_change after update on profiles for each row execute function app.announce_profile();
create or replace trigger announce_end after delete on profiles for each row execute function app.announce_profile();
