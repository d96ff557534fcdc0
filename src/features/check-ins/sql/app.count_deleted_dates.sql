-- Notes the dates of deleted entries that were not in the bin. Those of a deleted user are deleted with the user.
create or replace function app.count_deleted_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes int;
begin
  insert into public.entry_date_changes (user_id, at, entries)
  select d.user_id, d.created_at, -1 from deleted d join public.users u on u.id = d.user_id
  where d.deleted_at is null;
  get diagnostics changes = row_count;
  if random() < changes / 64.0 then
    perform app.add_up_dates(one.user_id) from (select distinct d.user_id from deleted d) one;
  end if;
  return null;
end
$$;

create or replace trigger count_dates_of_end after delete on check_ins
  referencing old table as deleted for each statement execute function app.count_deleted_dates();
