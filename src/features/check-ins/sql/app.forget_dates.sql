-- Fires after the user's entries are deleted, when no transaction can change the user's dates anymore: app.keep_dates
-- locks the user.
create or replace function app.forget_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.entry_date_changes c where c.user_id = old.id;
  delete from public.entry_dates d where d.user_id = old.id;
  return null;
end
$$;

create or replace trigger forget_dates after delete on users for each row execute function app.forget_dates();
