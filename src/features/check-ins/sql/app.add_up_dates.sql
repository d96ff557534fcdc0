-- Adds a user's changes to the dates. Never waits, like app.add_up_tags: if another transaction is adding them, the
-- changes stay for later.
create or replace function app.add_up_dates(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  longest int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('dates of ' || person, 0)) then
    return;
  end if;
  -- New statements after the lock, so they see what the previous holder committed.
  select max(pg_column_size(d.dates)) / 8 into longest from public.entry_dates d where d.user_id = person;
  if longest is null then
    -- Counted by a job, which reads all entries: this transaction may be in the middle of changing them.
    perform app.enqueue('keep-entry-dates', json_build_object('user_id', person), 'dates of ' || person);
    return;
  end if;
  -- Adding to a month writes all of its dates. A month with many dates waits until there are enough changes to justify
  -- that.
  if longest > 512 and (
    select count(*) < longest / 8 from (
      select from public.entry_date_changes c where c.user_id = person limit longest / 8) one)
  then
    return;
  end if;
  perform app.merge_dates(person);
end
$$;
