-- Ends an accepted relationship of the viewer for both parties (R-E1). The links that connected them stop
-- working. Returns false if there is none; ending it again succeeds.
create or replace function app.end_relationship(relationship uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  r public.team_relationships;
begin
  perform app.lock_teams();
  select * into r from public.team_relationships one
  where one.id = relationship and app.viewer() in (one.manager_id, one.employee_id)
    and (one.status = 'accepted' or one.has_ended);
  if not found then
    return false;
  elsif not r.has_ended then
    update public.team_relationships one
    set status = 'declined', declined_at = clock_timestamp(), accepted_at = null, has_ended = true
    where one.id = r.id;
    -- Links that still wait at other addresses must not reconnect the two.
    perform app.void_invitations(array(select app.invitations_between(r.manager_id, r.employee_id, null)));
    update public.team_invitations i set status = 'withdrawn', closed_at = clock_timestamp()
    where i.status = 'accepted'
      and (i.manager_id = r.manager_id and i.employee_email = any (app.verified_addresses_of(r.employee_id))
        or i.employee_id = r.employee_id and i.manager_email = any (app.verified_addresses_of(r.manager_id)));
  end if;
  return true;
end
$$;

grant execute on function app.end_relationship to {{app}};
