-- Notes the #tags of deleted entries that were not in the bin. Once for all rows of a statement: the deletion of an account
-- deletes thousands, and their counts with the user.
create or replace function app.count_deleted_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  for person in
    select distinct d.user_id from deleted d join public.users u on u.id = d.user_id where d.deleted_at is null
  loop
    insert into public.tag_changes (user_id, tag, entries)
    select person, tag, -count(*) from deleted d cross join app.tags_of(d.search_text) tag
    where d.user_id = person and d.deleted_at is null
    group by tag;
    if found then
      perform app.add_up_tags(person);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger count_tags_of_end after delete on check_ins
  referencing old table as deleted for each statement execute function app.count_deleted_tags();
