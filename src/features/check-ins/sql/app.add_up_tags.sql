-- Adds a user's changes to the counts. Never waits: a transaction may contain writes of several users in any order, so
-- waiting for each other's counts could deadlock. If another transaction is adding them, the changes stay for later.
create or replace function app.add_up_tags(person uuid) returns void
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
