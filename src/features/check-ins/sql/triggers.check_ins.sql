-- Notifies all processes of changed and deleted entries. New ones have their own trigger (app.announce_check_in).
create or replace trigger announce_change after update on check_ins
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on check_ins
  referencing old table as changed for each statement execute function app.announce();
