-- Accepts or declines a relationship that another user asked the viewer for (R-E1). Outcomes: done (even if the same
-- answer was given before), not found, closed (it was answered differently).
create or replace function app.answer_relationship(relationship uuid, accepts boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  r public.team_relationships;
begin
  perform app.lock_teams();
  select * into r from public.team_relationships one
  where one.id = relationship and person in (one.manager_id, one.employee_id) and not one.has_ended;
  if not accepts and exists (select from app.declined_request(relationship)) then
    return 'done';
  elsif r.id is null or (r.requested_by = person and r.status <> 'accepted') then
    return 'not found';
  elsif r.status = (case when accepts then 'accepted' else 'declined' end) then
    return 'done';
  elsif r.status <> 'pending' then
    return 'closed';
  elsif accepts then
    perform app.connect(r.manager_id, r.employee_id, r.id, r.requested_by);
  else
    update public.team_relationships one set status = 'declined', declined_at = clock_timestamp() where one.id = r.id;
    update public.team_invitations i
    set status = 'declined', closed_at = clock_timestamp(), declined_at = clock_timestamp()
    where i.id = r.id and i.status = 'pending';
    -- The sender's invitations to other addresses of the viewer end silently: closing them as well would reveal whose
    -- they are.
    perform app.void_invitations(array(
      select app.invitations_between(
        r.manager_id, r.employee_id, case when r.requested_by = r.manager_id then 'employee' else 'manager' end)));
    -- The viewer may have invited the sender, who can answer that now.
    perform app.open_invitations(person);
  end if;
  return 'done';
end
$$;

grant execute on function app.answer_relationship to {{app}};
