-- Ends what is pending for an address that changes hands, and the legacy grants to it (R-E7): its next owner
-- inherits nothing, and the former one keeps nothing. To the senders, the invitations are still pending (R-A12).
create or replace function app.end_invitations_to(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.lock_teams();
  -- An email that was not sent yet loses its content, and ends as if it were sent (as in app.remove_account).
  update public.mails m set body = null
  from public.team_invitations i
  where i.address = end_invitations_to.address and i.status = 'pending' and m.id = i.mail_id and m.from_user = i.sender_id
    and m.state in ('held', 'waiting', 'queued');
  with ended as (
    update public.team_invitations i set is_void = true
    where i.address = end_invitations_to.address and i.status = 'pending'
    returning i.id)
  delete from public.team_relationships r using ended where r.id = ended.id and r.status = 'pending';
  delete from public.logbook_invitations l where l.manager_email = end_invitations_to.address;
end
$$;
