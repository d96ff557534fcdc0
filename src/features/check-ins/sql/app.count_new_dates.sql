-- Notes the dates of new entries. Every check-in pays for this. Once for all rows of a statement, which costs one row as
-- much as a trigger for each row, and an import much less.
create or replace function app.count_new_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes int;
begin
  insert into public.entry_date_changes (user_id, at, entries)
  select a.user_id, a.created_at, 1 from added a where a.deleted_at is null;
  get diagnostics changes = row_count;
  -- About 64 changes are added up together, as for tags.
  if random() < changes / 64.0 then
    perform app.add_up_dates(one.user_id) from (select distinct a.user_id from added a) one;
  end if;
  return null;
end
$$;

create or replace trigger count_dates_of_new after insert on check_ins
  referencing new table as added for each statement execute function app.count_new_dates();
