-- Keeps what a user received at an address that is no longer theirs from its next owner (R-A12). When the account is
-- deleted, `app.leave_shoutouts` and `app.leave_invitations` have done so already. For a while, the address cannot vouch
-- for the user (app.can_vouch_for).
create or replace function app.leave_address(person uuid, address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from public.users u where u.id = person) then
    return;
  end if;
  perform {{each:leave_address}}(person, address);
  insert into public.former_mailboxes (user_id, mailbox) values (person, app.mailbox(leave_address.address))
  on conflict on constraint former_mailboxes_pkey do update set left_at = excluded.left_at;
end
$$;
