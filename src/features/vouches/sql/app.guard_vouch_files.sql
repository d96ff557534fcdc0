-- A verified vouch is frozen with its files (R-F3), and one that was declined or withdrawn gets no more. Removing a file
-- can be undone. The lock orders a change of the files and the answer of the reference. Files of a deleted vouch are
-- deleted with it, and those that were removed in the purge.
create or replace function app.guard_vouch_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found_status text;
begin
  if tg_op = 'DELETE' and old.deleted_at is not null then
    return old;
  end if;
  select v.status into found_status from public.vouches v
  where v.id = case when tg_op = 'DELETE' then old.vouch_id else new.vouch_id end
  for share;
  if found_status = 'verified' or (tg_op = 'INSERT' and found_status in ('declined', 'withdrawn')) then
    raise check_violation using message = 'The files of this vouch can no longer change.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create or replace trigger guard before insert or delete or update of deleted_at on vouch_files
  for each row execute function app.guard_vouch_files();
