-- Takes an unused index of a list for the credential of a vouch: the first of `candidates`, which are random, that is unused.
-- A list of this origin that has `most` entries is followed by a new one, with the id `fresh`. No row if the vouch is not the
-- viewer's, is deleted or has a credential, or if all candidates are used. Calls wait for each other, and a deletion waits, too:
-- it revokes the credential that it then finds.
create or replace function app.take_credential_entry(
  vouch uuid, origin text, fresh uuid, candidates int[], most int)
returns table (list_id uuid, index int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not app.lock_own_vouch(vouch) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('credential entries', 0));
  if exists (select from public.credentials c where c.vouch_id = vouch) then
    return;
  end if;
  select l.id into list_id from public.credential_lists l
  where l.origin = take_credential_entry.origin
    and (select count(*) from public.credential_entries e where e.list_id = l.id) < most
  order by l.created_at limit 1;
  if list_id is null then
    list_id := fresh;
    insert into public.credential_lists (id, origin) values (list_id, take_credential_entry.origin);
  end if;
  select c into index from unnest(candidates) c
  where not exists (
    select from public.credential_entries e
    where e.list_id = take_credential_entry.list_id and e.index = c)
  limit 1;
  if index is not null then
    insert into public.credential_entries (list_id, index) values (list_id, take_credential_entry.index);
    return next;
  end if;
end
$$;

grant execute on function app.take_credential_entry to {{app}};
