-- recorded_at is never rewritten and changed_at follows every change (R-B1).
create or replace function app.stamp_check_in() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := clock_timestamp();
  new.recorded_at := old.recorded_at;
  return new;
end
$$;

create or replace trigger stamp before update on check_ins for each row execute function app.stamp_check_in();
