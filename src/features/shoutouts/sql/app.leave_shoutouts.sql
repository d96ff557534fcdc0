-- Shoutouts stay with the other party (R-A12): those that the user sent with their recipients, without the sender and
-- the excerpt of the entry; those that the user received with their senders. Without another party, they are deleted.
-- A former owner of the address who may get them back (`left_by`) also counts as a party.
create or replace function app.leave_shoutouts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  addresses text[] := app.verified_addresses_of(old.id);
begin
  delete from public.shoutouts s where s.sender_id = old.id and (s.held or s.recipient_deleted and s.left_by is null);
  update public.shoutouts s set excerpt = null where s.sender_id = old.id and s.excerpt is not null;
  delete from public.shoutouts s
  where s.recipient_email = any (addresses) and s.sender_id is null and not s.held and not s.recipient_deleted;
  delete from public.shoutouts s where s.left_by = old.id and s.sender_id is null;
  update public.shoutouts s set recipient_deleted = true
  where s.recipient_email = any (addresses) and not s.recipient_deleted and not s.held;
  return old;
end
$$;

create or replace trigger leave_shoutouts before delete on users for each row execute function app.leave_shoutouts();
