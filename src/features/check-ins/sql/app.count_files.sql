-- Maintains an entry's `file_count` and `missing_files` (R-B5).
create or replace function app.count_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.check_ins c
    set file_count = c.file_count + 1,
        missing_files = coalesce(
          (select jsonb_agg(f) from jsonb_array_elements(c.missing_files) f where f ->> 'id' <> new.id::text), '[]')
    where c.id = new.check_in_id;
  else
    update public.check_ins c set file_count = c.file_count - 1 where c.id = old.check_in_id;
  end if;
  return null;
end
$$;

create or replace trigger count_files after insert or delete on log_files
  for each row execute function app.count_files();
