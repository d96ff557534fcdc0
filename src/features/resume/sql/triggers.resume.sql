-- Notifies all processes of changed résumés.
create or replace trigger announce_new after insert on resumes
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on resumes
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on resumes
  referencing old table as changed for each statement execute function app.announce();
