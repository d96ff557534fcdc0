-- Notifies all processes of changed vouches and files of vouches.
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
