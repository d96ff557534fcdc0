-- Removes an extra address of the viewer, with the links emailed to it and those still waiting to be sent. False: no
-- such address.
create or replace function app.remove_address(id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  gone text;
begin
  -- Emails are locked before the user (app.pass_on_mail_state).
  perform app.lock_mails_of(person);
  perform app.lock_teams();
  -- Locks the user before the link, in the same order as everywhere.
  perform 1 from public.users u where u.id = person for no key update;
  delete from public.user_emails e where e.id = remove_address.id and e.user_id = person returning e.email into gone;
  if not found then
    return false;
  end if;
  delete from public.verification_tokens t where t.user_id = person and t.address = gone;
  perform app.end_mails('verification', person, gone);
  return true;
end
$$;

grant execute on function app.remove_address to {{app}};
