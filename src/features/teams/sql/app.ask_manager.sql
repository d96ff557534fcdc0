-- Asks the owner of an address that the viewer shares an entry with to become their manager (R-B6), without a separate
-- email: once, and not soon after such an invitation was declined or withdrawn, the manager's own was
-- declined, or their relationship ended. If the address belongs to a connected manager on the Team plan, returns the
-- time from which they see entries in Logbook.
create or replace function app.ask_manager(address text, most int) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  invited uuid := app.owner_of_address(address);
  sees_since timestamptz;
begin
  select r.accepted_at into sees_since from public.team_relationships r
  where r.manager_id = invited and r.employee_id = person and r.status = 'accepted';
  if found then
    return case when app.has_team_plan(invited) then sees_since end;
  end if;
  -- Asking again is for the current owner of the address.
  if exists (
    select from public.team_invitations i
    where i.sender_id = person and i.type = 'manager' and i.address = ask_manager.address and i.status = 'pending'
      and i.is_void)
  then
    perform app.lock_mails_of(person);
    perform app.lock_teams();
    update public.team_invitations i set is_void = false
    where i.sender_id = person and i.type = 'manager' and i.address = ask_manager.address and i.status = 'pending';
    perform app.open_invitations(person);
  elsif not exists (
    select from public.team_invitations i
    where i.sender_id = person and i.type = 'manager' and i.address = ask_manager.address
      and (i.status = 'pending'
        or i.status in ('declined', 'withdrawn') and i.closed_at > clock_timestamp() - {{declined_pause}}))
    and not exists (
      select from public.team_relationships r
      where r.manager_id = invited and r.employee_id = person and r.declined_at > clock_timestamp() - {{declined_pause}})
  then
    perform app.invite(gen_random_uuid(), 'manager', address, most);
  end if;
  return null;
end
$$;

grant execute on function app.ask_manager to {{app}};
