-- Notifies the managers of a member whose name or photo changed: `team <manager> <member>`.
create or replace function app.announce_team_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  manager uuid;
begin
  for manager in
    select r.manager_id from public.team_relationships r
    where r.employee_id = new.user_id and r.status = 'accepted'
      and exists (select from app.access_of(r.manager_id, r.employee_id))
  loop
    perform pg_notify('logbook_live', concat_ws(' ', 'team', manager, new.user_id, pg_current_xact_id()));
  end loop;
  return null;
end
$$;

create or replace trigger announce_to_managers after update on profiles for each row
  when ((old.full_name, old.avatar_url) is distinct from (new.full_name, new.avatar_url))
  execute function app.announce_team_member();
