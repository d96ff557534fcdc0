-- Ends what is pending for an address that changes hands, and the legacy grants to it (R-E7): its next owner
-- inherits nothing, and the former one keeps nothing. To the senders, the invitations have expired.
create or replace function app.end_invitations_to(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.lock_teams();
  with ended as (
    update public.team_invitations i set status = 'expired', closed_at = clock_timestamp()
    where i.address = end_invitations_to.address and i.status = 'pending'
    returning i.id)
  delete from public.team_relationships r using ended where r.id = ended.id and r.status = 'pending';
  delete from public.logbook_invitations l where l.manager_email = end_invitations_to.address;
end
$$;
