-- Ends what is pending for an address that changes hands, and the legacy grants to it (R-E7): its next owner
-- inherits nothing, and the former one keeps nothing. The senders still see the invitations as pending (R-A12).
create or replace function app.end_invitations_to(address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended uuid[];
begin
  perform app.lock_teams();
  ended := array(
    select i.id from public.team_invitations i
    where i.address = end_invitations_to.address and i.status = 'pending');
  perform app.void_invitations(ended);
  delete from public.team_relationships r where r.id = any (ended) and r.status = 'pending';
  delete from public.logbook_invitations l where l.manager_email = end_invitations_to.address;
end
$$;
