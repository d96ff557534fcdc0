-- Notifies all processes of a changed profile, whose id is its user's. A deleted one has another kind of event, which the
-- user's own pages do not get: they close with the session.
create or replace function app.announce_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text := case when tg_op = 'DELETE' then 'deleted_profiles' else 'profiles' end;
begin
  perform pg_notify('logbook_live', concat_ws(' ', kind, old.user_id, old.user_id, pg_current_xact_id()));
  return null;
end
$$;

create or replace trigger announce_change after update on profiles for each row execute function app.announce_profile();
create or replace trigger announce_end after delete on profiles for each row execute function app.announce_profile();
