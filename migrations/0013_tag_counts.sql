-- How many entries of each user have each #tag (R-B3), kept by the transaction that changes an entry: counting them in the
-- entries takes as long as reading all of them (docs/decisions/0017).

create table tag_counts (
  user_id uuid not null references users on delete cascade,
  tag text collate "C" not null,
  -- Entries on the timeline; those in the bin do not count.
  entries int not null,
  primary key (user_id, tag)
);
create index tag_counts_most_used on tag_counts (user_id, entries desc, tag);

-- Changes of counts that were made while another transaction held the user's counts. The next one that gets hold of them
-- adds these up. A count is the sum of both tables.
create table tag_changes (
  user_id uuid not null references users on delete cascade,
  tag text collate "C" not null,
  entries int not null
);
create index tag_changes_of_user on tag_changes (user_id);

-- The tags of an entry's search text, which ends with ` #tag` for each of them. A lone # in it is followed by a space.
create function app.tags_of(search_text text) returns setof text
language sql immutable strict parallel safe
as $$
  select substr(word, 2) from string_to_table(search_text, ' ') word where word like '#_%'
$$;

-- Adds changes to a user's counts. Never waits: one transaction may hold the writes of several users, in any order, so that
-- two of them that wait for each other's counts would be a deadlock.
create function app.add_to_tag_counts(person uuid, changed text[], changes bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('tags of ' || person, 0)) then
    insert into public.tag_changes (user_id, tag, entries)
    select person, c.tag, c.entries from unnest(changed, changes) c (tag, entries);
    return;
  end if;
  -- Statements after the lock, so that they see what the holder before committed.
  with waiting as (
    delete from public.tag_changes c where c.user_id = person returning c.tag, c.entries
  ), summed as (
    insert into public.tag_counts as t (user_id, tag, entries)
    select person, a.tag, sum(a.entries)
    from (select w.tag, w.entries from waiting w union all select * from unnest(changed, changes)) a (tag, entries)
    group by a.tag
    on conflict (user_id, tag) do update set entries = t.entries + excluded.entries
    returning t.tag, t.entries
  )
  select array_agg(s.tag) into changed from summed s where s.entries = 0;
  if changed is not null then
    delete from public.tag_counts t where t.user_id = person and t.tag = any (changed);
  end if;
end
$$;

create function app.count_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- Most entries have no tag.
    if exists (select from added a where a.search_text like '% #_%') then
      perform app.add_to_tag_counts(t.user_id, array_agg(t.tag), array_agg(t.entries))
      from (
        select a.user_id, tag, count(*) as entries
        from added a, app.tags_of(a.search_text) tag where a.deleted_at is null
        group by a.user_id, tag) t
      group by t.user_id;
    end if;
  elsif tg_op = 'UPDATE' then
    perform app.add_to_tag_counts(t.user_id, array_agg(t.tag), array_agg(t.entries))
    from (
      select c.user_id, tag, sum(c.by) as entries
      from removed o
        join added n using (id)
        cross join lateral (values
          (o.user_id, o.search_text, -1, o.deleted_at is null), (n.user_id, n.search_text, 1, n.deleted_at is null)
        ) c (user_id, search_text, by, counts),
        app.tags_of(c.search_text) tag
      where (o.search_text, o.deleted_at is null) is distinct from (n.search_text, n.deleted_at is null) and c.counts
      group by c.user_id, tag having sum(c.by) <> 0) t
    group by t.user_id;
  else
    -- Entries that go with their user take no count with them: the counts go as well.
    perform app.add_to_tag_counts(t.user_id, array_agg(t.tag), array_agg(t.entries))
    from (
      select r.user_id, tag, -count(*) as entries
      from removed r join public.users u on u.id = r.user_id, app.tags_of(r.search_text) tag
      where r.deleted_at is null
      group by r.user_id, tag) t
    group by t.user_id;
  end if;
  return null;
end
$$;
revoke all on function app.tags_of, app.add_to_tag_counts, app.count_tags from public;

create trigger count_tags_of_new after insert on check_ins
  referencing new table as added for each statement execute function app.count_tags();
create trigger count_tags_of_change after update on check_ins
  referencing old table as removed new table as added for each statement execute function app.count_tags();
create trigger count_tags_of_end after delete on check_ins
  referencing old table as removed for each statement execute function app.count_tags();

insert into tag_counts (user_id, tag, entries)
select c.user_id, tag, count(*) from check_ins c, app.tags_of(c.search_text) tag
where c.deleted_at is null
group by c.user_id, tag;

alter table tag_counts enable row level security;
alter table tag_changes enable row level security;
grant select on tag_counts, tag_changes to {{app}};
create policy own_tag_counts on tag_counts for select to {{app}} using (user_id = (select app.viewer()));
create policy own_tag_changes on tag_changes for select to {{app}} using (user_id = (select app.viewer()));

-- Whether a user has any entry of a kind that not every user has.
create index check_ins_goals on check_ins (user_id) where kind = 'goal' and deleted_at is null;
create index check_ins_shared on check_ins (user_id) where shared_with_manager and deleted_at is null;
