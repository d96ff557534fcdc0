-- How many entries of each user have each #tag (R-B3), maintained by the transaction that changes an entry: counting
-- them in the entries takes as long as reading them all (docs/decisions/0017). A trigger below deletes the rows of a
-- deleted user: a foreign key would be checked for every tag written.

create table tag_counts (
  user_id uuid not null,
  tag text collate "C" not null,
  -- Entries on the timeline, without those in the bin.
  entries int not null,
  primary key (user_id, tag)
);
create index tag_counts_most_used on tag_counts (user_id, entries desc, tag);

-- Changes that are not added to the counts yet. If every entry updated the tag's row directly, writers would wait for
-- each other and the row's versions would pile up. A count is the sum of both tables.
create table tag_changes (
  user_id uuid not null,
  tag text collate "C" not null,
  entries int not null
);
create index tag_changes_of_user on tag_changes (user_id);

-- The tags of an entry's search text, which ends with ` #tag` for each of them. A lone # is followed by a space.
create function app.tags_of(search_text text) returns setof text
language sql immutable strict parallel safe
as $$
  select substr(word, 2) from string_to_table(search_text, ' ') word where word like '#_%'
$$;

-- Adds a user's changes to the counts. Never waits: a transaction may contain writes of several users in any order, so
-- waiting for each other's counts could deadlock. If another transaction is adding them, the changes stay for later.
create function app.add_up_tags(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('tags of ' || person, 0)) then
    return;
  end if;
  -- A new statement after the lock, so that it sees what the previous holder committed.
  with taken as (
    delete from public.tag_changes c where c.user_id = person returning c.tag, c.entries
  )
  insert into public.tag_counts as t (user_id, tag, entries)
  select person, c.tag, sum(c.entries) from taken c group by c.tag having sum(c.entries) <> 0
  on conflict (user_id, tag) do update set entries = t.entries + excluded.entries;
  delete from public.tag_counts t where t.user_id = person and t.entries = 0;
end
$$;

create function app.count_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  before text[] := '{}';
  after text[] := '{}';
  changes int;
begin
  if tg_op <> 'INSERT' then
    person := old.user_id;
    if old.deleted_at is null then
      before := array(select app.tags_of(old.search_text));
    end if;
  end if;
  if tg_op <> 'DELETE' then
    person := new.user_id;
    if new.deleted_at is null then
      after := array(select app.tags_of(new.search_text));
    end if;
  elsif not exists (select from public.users u where u.id = person) then
    -- The counts are deleted with the user.
    return null;
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

-- Fires after the user's entries are deleted, when no transaction can change the user's counts anymore.
create function app.forget_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tag_changes c where c.user_id = old.id;
  delete from public.tag_counts t where t.user_id = old.id;
  return null;
end
$$;
revoke all on function app.tags_of, app.add_up_tags, app.count_tags, app.forget_tags from public;

-- Most entries have no tags, and most updates change none: a condition here costs less than a call.
create trigger count_tags_of_new after insert on check_ins for each row
  when (new.deleted_at is null and new.search_text like '% #_%') execute function app.count_tags();
create trigger count_tags_of_change after update on check_ins for each row
  when (new.search_text <> old.search_text or (new.deleted_at is null) <> (old.deleted_at is null))
  execute function app.count_tags();
create trigger count_tags_of_end after delete on check_ins for each row
  when (old.deleted_at is null and old.search_text like '% #_%') execute function app.count_tags();
create trigger forget_tags after delete on users for each row execute function app.forget_tags();

insert into tag_counts (user_id, tag, entries)
select c.user_id, tag, count(*) from check_ins c, app.tags_of(c.search_text) tag
where c.deleted_at is null
group by c.user_id, tag;

alter table tag_counts enable row level security;
alter table tag_changes enable row level security;
grant select on tag_counts, tag_changes to {{app}};
create policy own_tag_counts on tag_counts for select to {{app}} using (user_id = (select app.viewer()));
create policy own_tag_changes on tag_changes for select to {{app}} using (user_id = (select app.viewer()));

-- Find whether a user has any entry of kind goal, or any shared entry: not every user has them.
create index check_ins_goals on check_ins (user_id) where kind = 'goal' and deleted_at is null;
create index check_ins_shared on check_ins (user_id) where shared_with_manager and deleted_at is null;
