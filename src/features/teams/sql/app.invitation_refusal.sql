-- Why the viewer cannot invite this address in this role (`type`), or null (R-E6): plan required, exists (a pending
-- invitation or an accepted relationship), declined (recently), too many (`most` pending ones). Locks invitations,
-- so that it stays true until the transaction ends.
create or replace function app.invitation_refusal(type text, address text, most int) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  invited uuid;
begin
  -- Emails are locked before invitations.
  perform app.lock_mails_of(person);
  perform app.close_overdue_invitations(person, null);
  invited := app.owner_of_address(address);
  if invitation_refusal.type = 'employee' and not app.has_team_plan(person) then
    return 'plan required';
  elsif exists (
      select from public.team_invitations i
      where i.sender_id = person and i.type = invitation_refusal.type and i.address = invitation_refusal.address
        and i.status = 'pending')
    or exists (
      select from public.team_relationships r
      where r.status = 'accepted'
        and (r.manager_id, r.employee_id) in (
          select person, invited where invitation_refusal.type = 'employee'
          union all
          select invited, person where invitation_refusal.type = 'manager')
        -- A guessed address of theirs is like any other: the result must not reveal whose it is.
        and app.knows_address(r.id, person, invited, address))
  then
    return 'exists';
  elsif app.declined_until(type, address) is not null then
    return 'declined';
  elsif (select count(*) from public.team_invitations i where i.sender_id = person and i.status = 'pending') >= most then
    return 'too many';
  end if;
  return null;
end
$$;

grant execute on function app.invitation_refusal to {{app}};
