-- changed_at follows every change, and created_at is never rewritten.
create or replace function app.stamp_goal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := clock_timestamp();
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
  end if;
  return new;
end
$$;

create or replace trigger stamp before insert or update on goals for each row execute function app.stamp_goal();
