-- What app.forget_first_holder removes of this feature.
create or replace function app.forget_first_holder__teams(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.team_invitations i where i.sender_id = person;
  delete from public.team_relationships r where person in (r.manager_id, r.employee_id);
  delete from public.logbook_invitations l where l.employee_id = person;
$$;
