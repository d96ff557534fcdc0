-- Accepts an invitation by its emailed link (R-E2). The link proves the address (R-A3): if the viewer's account has it
-- unverified, that verifies it. Outcomes: accepted, connected (they had accepted before), invalid (as in
-- app.invitation_link), own (the viewer sent it), another address (the viewer's account does not have it). With the
-- last two, only `address` is set.
create or replace function app.accept_invitation(token_hash bytea)
returns table (outcome text, address text, type text, full_name text, sender_address text, relationship uuid,
  accepted_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  link record;
  i public.team_invitations;
  made record;
begin
  -- In the order of app.use_verification.
  perform app.lock_mails_of(person);
  perform app.lock_teams();
  perform 1 from public.users u where u.id = person for no key update;
  select * into link from app.invitation_link(accept_invitation.token_hash);
  select * into i from public.team_invitations one where one.token_hash = accept_invitation.token_hash;
  if person is null or link.type is null then
    outcome := 'invalid';
  elsif i.sender_id = person then
    outcome := 'own';
    address := i.address;
  elsif not link.for_me or app.prove_address(person, i.address) <> 'verified' then
    outcome := 'another address';
    address := i.address;
  else
    select * into made
    from app.connect(coalesce(i.manager_id, person), coalesce(i.employee_id, person), i.id, i.sender_id);
    outcome := case when made.was_connected then 'connected' else 'accepted' end;
    address := i.address;
    type := i.type;
    full_name := link.full_name;
    sender_address := link.sender_address;
    relationship := made.relationship;
    select r.accepted_at into accepted_at from public.team_relationships r where r.id = made.relationship;
  end if;
  return next;
end
$$;

grant execute on function app.accept_invitation to {{app}};
