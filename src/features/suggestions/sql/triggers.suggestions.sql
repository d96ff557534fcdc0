-- Notifies all processes of changed suggestions.
create or replace trigger announce_new after insert on suggestions
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_change after update on suggestions
  referencing new table as changed for each statement execute function app.announce();
create or replace trigger announce_end after delete on suggestions
  referencing old table as changed for each statement execute function app.announce();
-- Bytes that no entry has by then.
create or replace trigger remove_bytes after delete on suggestion_files
  referencing old table as deleted for each statement execute function app.remove_bytes('remove-log-files');
