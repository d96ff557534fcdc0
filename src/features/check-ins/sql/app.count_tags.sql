-- Notes which #tags an existing entry has gained and lost. Not in `tag_counts`, where writers would wait for each other
-- (docs/decisions/0017).
create or replace function app.count_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := old.user_id;
  before text[] := '{}';
  after text[] := '{}';
  changes int;
begin
  if old.deleted_at is null then
    before := array(select app.tags_of(old.search_text));
  end if;
  if new.deleted_at is null then
    after := array(select app.tags_of(new.search_text));
  end if;
  insert into public.tag_changes (user_id, tag, entries)
  select person, tag, 1 from unnest(after) tag where tag <> all (before)
  union all
  select person, tag, -1 from unnest(before) tag where tag <> all (after);
  get diagnostics changes = row_count;
  -- About 64 changes are added up together: one by one, they would cost a write more than the entry itself.
  if changes > 0 and random() < changes / 64.0 then
    perform app.add_up_tags(person);
  end if;
  return null;
end
$$;

-- Most updates change no tags: a condition here costs less than a call.
create or replace trigger count_tags_of_change after update on check_ins for each row
  when (new.search_text <> old.search_text or (new.deleted_at is null) <> (old.deleted_at is null))
  execute function app.count_tags();
