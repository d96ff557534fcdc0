-- Notes that an entry is moved to the bin or restored, or has another date.
create or replace function app.count_changed_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.deleted_at is null then
    insert into public.entry_date_changes (user_id, at, entries) values (old.user_id, old.created_at, -1);
  end if;
  if new.deleted_at is null then
    insert into public.entry_date_changes (user_id, at, entries) values (new.user_id, new.created_at, 1);
  end if;
  if random() < 1 / 64.0 then
    perform app.add_up_dates(new.user_id);
  end if;
  return null;
end
$$;

create or replace trigger count_dates_of_change after update on check_ins for each row
  when (new.created_at <> old.created_at or (new.deleted_at is null) <> (old.deleted_at is null))
  execute function app.count_changed_date();
