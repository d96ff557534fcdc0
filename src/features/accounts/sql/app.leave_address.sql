-- Keeps what a user received at an address that is no longer theirs from its next owner (R-A12). When the account is
-- deleted, `app.leave_shoutouts` and `app.leave_invitations` have done so already. For a while, the address cannot vouch
-- for the user (app.can_vouch_for).
create or replace function app.leave_address(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.end_invitations_to(address) where exists (select from public.users u where u.id = person);
  -- The user may also have been invited at another address.
  select app.open_invitations(person) where exists (select from public.users u where u.id = person);
  insert into public.former_mailboxes (user_id, mailbox)
  select u.id, app.mailbox(leave_address.address) from public.users u where u.id = person
  on conflict on constraint former_mailboxes_pkey do update set left_at = excluded.left_at;
  update public.shoutouts s set recipient_deleted = true, left_by = person
  where s.recipient_email = address and not s.held and not s.recipient_deleted
    and exists (select 1 from public.users u where u.id = person)
$$;
