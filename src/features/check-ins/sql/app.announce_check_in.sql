-- Notifies all processes of a new entry, like app.announce, which costs every check-in twice as much because it collects
-- the rows of a statement. During an import each row sends the same notice, and PostgreSQL sends it once.
create or replace function app.announce_check_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  id text := case when current_setting('app.import', true) = 'on' then 'many' else new.id::text end;
  -- An assignment, because it costs a fraction of a statement.
  ignored text := pg_notify('logbook_live', 'check_ins ' || new.user_id || ' ' || id || ' ' || pg_current_xact_id());
begin
  return null;
end
$$;

create or replace trigger announce_new after insert on check_ins for each row
  execute function app.announce_check_in();
