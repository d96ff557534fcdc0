-- Removes from an account what its first holder could have prepared for the owner of its address, who takes it over before
-- the address was ever verified (R-A4). The log and the goals stay. Called before the address is verified: until then,
-- nothing of this was visible to others. The invitations to the address are opened
-- later: those are for its owner.
create or replace function app.forget_first_holder(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.user_emails e where e.user_id = person;
  delete from public.address_changes c where c.user_id = person;
  -- Emails are locked before what they are about (app.pass_on_mail_state).
  perform app.forget_unsent_mails(person);
  perform {{each:forget_first_holder}}(person);
end
$$;
