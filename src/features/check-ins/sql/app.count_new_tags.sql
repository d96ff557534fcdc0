-- Notes the #tags of a new entry, like app.count_tags those of a changed one. Every check-in with tags pays for this, so
-- it is one statement.
create or replace function app.count_new_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes int;
begin
  insert into public.tag_changes (user_id, tag, entries)
  select new.user_id, tag, 1 from app.tags_of(new.search_text) tag;
  get diagnostics changes = row_count;
  if random() < changes / 64.0 then
    perform app.add_up_tags(new.user_id);
  end if;
  return null;
end
$$;

-- Most entries have no tags: a condition here costs less than a call.
create or replace trigger count_tags_of_new after insert on check_ins for each row
  when (new.deleted_at is null and new.search_text like '% #_%') execute function app.count_new_tags();
