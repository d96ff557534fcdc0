-- Notifies a manager that the access to a member began or ended: `team <manager> <member>`. Open pages then request it
-- again.
create or replace function app.announce_team_access() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- One of the columns is missing, depending on the table.
  line jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  manager uuid;
begin
  for manager in
    select (line ->> 'manager_id')::uuid where line ->> 'manager_id' is not null
    union
    select u.id from public.users u
    where u.email = line ->> 'manager_email' and u.email_verified_at is not null
    union
    select e.user_id from public.user_emails e
    where e.email = line ->> 'manager_email' and e.verified_at is not null
  loop
    perform pg_notify('logbook_live', concat_ws(' ', 'team', manager, line ->> 'employee_id', pg_current_xact_id()));
  end loop;
  return null;
end
$$;

create or replace trigger announce_access after insert on team_relationships
  for each row when (new.status = 'accepted') execute function app.announce_team_access();
-- Not when the manager looks.
create or replace trigger announce_access_change after update on team_relationships
  for each row when ((old.status, old.accepted_at) is distinct from (new.status, new.accepted_at))
  execute function app.announce_team_access();
create or replace trigger announce_access_end after delete on team_relationships
  for each row when (old.status = 'accepted') execute function app.announce_team_access();
create or replace trigger announce_access after insert on logbook_invitations
  for each row execute function app.announce_team_access();
create or replace trigger announce_access_end after delete on logbook_invitations
  for each row execute function app.announce_team_access();
