-- Stores an invitation of the viewer, without its email, and opens the relationship if the address belongs to a verified
-- account. Outcomes: invited, id taken, those of app.invitation_refusal.
create or replace function app.invite(id uuid, type text, address text, most int) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  refusal text := app.invitation_refusal(type, address, most);
begin
  if refusal is not null then
    return refusal;
  -- A relationship keeps the id of its invitation.
  elsif exists (select from public.team_invitations i where i.id = invite.id)
    or exists (select from public.team_relationships r where r.id = invite.id)
  then
    return 'id taken';
  elsif invite.type = 'employee' then
    insert into public.team_invitations (id, manager_id, employee_email) values (invite.id, person, address);
  else
    insert into public.team_invitations (id, employee_id, manager_email) values (invite.id, person, address);
  end if;
  perform app.open_invitations(person);
  return 'invited';
end
$$;

grant execute on function app.invite to {{app}};
