-- Notifies all processes of a change: "kind owner id transaction", or the id "many" for several rows of one owner.
-- Under 200 bytes. The transaction tells which pages were read before the change (src/platform/live/hub.ts).
-- New check-ins have their own trigger (app.announce_check_in).
create or replace function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line record;
begin
  -- The common case is separate, because a loop costs twice as much.
  select min(user_id::text) as user_id, min(id::text) as id, count(*) as count into line from changed;
  if line.count = 1 then
    perform pg_notify('logbook_live', concat_ws(' ', tg_table_name, line.user_id, line.id, pg_current_xact_id()));
    return null;
  end if;
  for line in
    select user_id, case when count(*) = 1 then min(id::text) else 'many' end as id from changed group by user_id
  loop
    perform pg_notify('logbook_live', concat_ws(' ', tg_table_name, line.user_id, line.id, pg_current_xact_id()));
  end loop;
  return null;
end
$$;

-- A session is announced only when it ends.
create or replace trigger announce_end after delete on sessions
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on user_emails
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on user_emails
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on user_emails
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_change after update on check_ins
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on check_ins
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on goals
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on goals
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on goals
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on resumes
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on resumes
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on resumes
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on vouches
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on vouches
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on vouches
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on vouch_files
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on vouch_files
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on vouch_files
  referencing old table as changed for each statement execute function app.announce();
