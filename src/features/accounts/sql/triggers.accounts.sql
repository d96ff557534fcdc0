-- Notifies all processes of changed addresses, and of sessions that end.
create or replace trigger announce_end after delete on sessions
  referencing old table as changed for each statement execute function app.announce();

create or replace trigger announce_new after insert on user_emails
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on user_emails
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on user_emails
  referencing old table as changed for each statement execute function app.announce();
