-- Ends pending invitations without their senders learning of it (R-A12): they see them as pending until the links
-- expire. The caller has taken app.lock_teams.
create or replace function app.void_invitations(ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  -- An email that was not sent yet loses its content, and ends as if it were sent (as in app.remove_account).
  select app.empty_mails(
    array(select i.mail_id from public.team_invitations i where i.id = any (ids) and i.status = 'pending'));
  update public.team_invitations i set is_void = true where i.id = any (ids) and i.status = 'pending';
$$;
