-- Notifies all processes of changed goals.
create or replace trigger announce_new after insert on goals
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on goals
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on goals
  referencing old table as changed for each statement execute function app.announce();
