-- Removes from an account what its first holder could have prepared for the owner of its address, who takes it over before
-- the address was ever verified (R-A4). The log and the goals stay. Called before the address is verified: until then,
-- nothing of this was visible to others.
create or replace function app.forget_first_holder(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Before the invitations to the address are opened: those are for its owner.
  delete from public.team_invitations i where i.sender_id = person;
  delete from public.team_relationships r where person in (r.manager_id, r.employee_id);
  delete from public.logbook_invitations l where l.employee_id = person;
  delete from public.user_emails e where e.user_id = person;
  delete from public.address_changes c where c.user_id = person;
  delete from public.mails m where m.from_user = person and m.state in ('held', 'waiting', 'queued');
  delete from public.shoutouts s where s.sender_id = person and s.held;
  delete from public.vouches v where v.user_id = person;
  update public.check_ins c
  set shared_with_manager = false, manager_email = null, manager_mail_id = null, manager_email_state = null
  where c.user_id = person and c.shared_with_manager;
  delete from public.resumes r where r.user_id = person;
  delete from public.earlier_slugs s where s.user_id = person;
  update public.profiles p
  set full_name = '', phone_number = null, avatar_url = null, slug = null, is_public = false, allows_search = false,
      is_new = true
  where p.user_id = person;
end
$$;
