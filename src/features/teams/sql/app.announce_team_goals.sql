-- Notifies the managers who see the goals that changed (R-E3): `team <manager> <member>`.
create or replace function app.announce_team_goals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line record;
begin
  for line in
    select distinct r.manager_id, r.employee_id
    from changed c join public.team_relationships r on r.employee_id = c.user_id
    where r.status = 'accepted' and c.created_at >= r.accepted_at
      and exists (select from app.access_of(r.manager_id, r.employee_id))
  loop
    perform pg_notify('logbook_live', concat_ws(' ', 'team', line.manager_id, line.employee_id, pg_current_xact_id()));
  end loop;
  return null;
end
$$;

create or replace trigger announce_new_to_managers after insert on goals
  referencing new table as changed for each statement execute function app.announce_team_goals();
create or replace trigger announce_change_to_managers after update on goals
  referencing new table as changed for each statement execute function app.announce_team_goals();
create or replace trigger announce_end_to_managers after delete on goals
  referencing old table as changed for each statement execute function app.announce_team_goals();
