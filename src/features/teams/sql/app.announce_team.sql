-- Notifies those who see the change: both parties of a relationship, but not the requester until it is accepted; the
-- sender of an invitation; the employee who gave a legacy grant. The note that the manager looked is for the employee.
create or replace function app.announce_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line jsonb;
  people uuid[] := '{}';
begin
  -- What the sender does not see causes no event, either.
  if tg_table_name = 'team_invitations'
    and to_jsonb(old) - '{is_void, sender_email}'::text[] = to_jsonb(new) - '{is_void, sender_email}'::text[]
  then
    return null;
  end if;
  foreach line in array array[to_jsonb(old), to_jsonb(new)] loop
    continue when line is null;
    people := people || case
      when tg_table_name = 'team_invitations' then array[(line ->> 'sender_id')::uuid]
      when tg_table_name = 'logbook_invitations' then array[(line ->> 'employee_id')::uuid]
      when tg_op = 'UPDATE' and to_jsonb(old) - 'looked_at' = to_jsonb(new) - 'looked_at'
        then array[(line ->> 'employee_id')::uuid]
      when line ->> 'status' = 'accepted' then array[(line ->> 'manager_id')::uuid, (line ->> 'employee_id')::uuid]
      when line ->> 'requested_by' = line ->> 'manager_id' then array[(line ->> 'employee_id')::uuid]
      else array[(line ->> 'manager_id')::uuid] end;
  end loop;
  perform pg_notify('logbook_live', concat_ws(' ', tg_table_name, person, coalesce(new.id, old.id), pg_current_xact_id()))
  from (select distinct unnest(people) as person) party;
  return null;
end
$$;

create or replace trigger announce after insert or update or delete on team_relationships
  for each row execute function app.announce_team();
create or replace trigger announce after insert or update or delete on team_invitations
  for each row execute function app.announce_team();
create or replace trigger announce after insert or update or delete on logbook_invitations
  for each row execute function app.announce_team();
