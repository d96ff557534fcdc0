-- Deleting a vouch revokes its credential, and Undo restores it (R-P3).
create or replace function app.follow_vouch_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.credential_entries e set revoked_at = new.deleted_at
  from public.credentials c
  where c.vouch_id = new.id and e.list_id = c.list_id and e.index = c.index;
  return null;
end
$$;

create or replace trigger follow_deletion after update of deleted_at on vouches
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function app.follow_vouch_deletion();
