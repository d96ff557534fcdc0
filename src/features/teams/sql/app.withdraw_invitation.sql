-- Withdraws an invitation of the viewer, with what it opened, and its email unless that is sent or being sent. One that was
-- declined or has expired is only taken off the list. False: the viewer has no such invitation, or it was accepted.
create or replace function app.withdraw_invitation(invitation uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  i public.team_invitations;
begin
  perform app.lock_mails_of(person);
  perform app.lock_teams();
  select * into i from public.team_invitations one
  where one.id = invitation and one.sender_id = person and one.status <> 'accepted';
  if not found then
    return false;
  elsif i.status <> 'withdrawn' then
    -- Emails are locked before what they are about (app.pass_on_mail_state).
    perform app.withdraw_mail(i.mail_id);
    update public.team_invitations one set status = 'withdrawn', closed_at = clock_timestamp() where one.id = i.id;
    delete from public.team_relationships r where r.id = i.id and r.status = 'pending';
    -- The two may have another invitation.
    perform app.open_invitations(person);
  end if;
  return true;
end
$$;

grant execute on function app.withdraw_invitation to {{app}};
