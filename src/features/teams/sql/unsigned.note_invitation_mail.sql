-- Stores an email of the viewer's pending invitation that was just posted, and the link in it. `state`: what the sender
-- should know about the email, or null. If the email has to wait, its link is valid from when it is sent
-- (app.pass_on_mail_state). The caller has taken app.lock_teams, before the email.
create or replace function unsigned.note_invitation_mail(invitation uuid, token_hash bytea, mail uuid, state text, life interval)
returns void
language sql volatile security definer set search_path = ''
as $$
  update public.team_invitations i
  set token_hash = note_invitation_mail.token_hash,
      resends = i.resends + case when i.mail_id is null then 0 else 1 end,
      mail_id = mail, email_state = state,
      -- When it is sent again, it is for the current owner of the address.
      is_void = false,
      sent_at = case when state is null then clock_timestamp() else i.sent_at end,
      expires_at = case when state is null then clock_timestamp() + life else i.expires_at end
  where i.id = invitation and i.sender_id = app.viewer() and i.status = 'pending';
  select app.open_invitations(app.viewer())
$$;
