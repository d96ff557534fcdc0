-- Notifies all processes of a change: "kind owner id transaction", or the id "many" for several rows of one owner.
-- Under 200 bytes. The transaction tells which pages were read before the change (src/platform/live/hub.ts).
-- Each feature has its triggers in triggers.<feature>.sql.
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
