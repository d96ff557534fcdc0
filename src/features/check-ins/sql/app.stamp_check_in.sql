-- recorded_at is never rewritten, changed_at follows every change (R-B1), and edits counts those that edited_at names.
create or replace function app.stamp_check_in() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := clock_timestamp();
  new.recorded_at := old.recorded_at;
  new.edits := old.edits + (new.edited_at is distinct from old.edited_at)::int;
  return new;
end
$$;

create or replace trigger stamp before update on check_ins for each row execute function app.stamp_check_in();
