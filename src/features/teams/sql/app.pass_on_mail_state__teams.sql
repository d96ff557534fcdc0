-- Keeps the state of an email with its invitation (app.pass_on_mail_state). One that waited is sent now, so the link in it is
-- valid from now.
create or replace function app.pass_on_mail_state__teams(mail uuid, sender uuid, shown text, is_deleted boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.team_invitations i
  set email_state = shown,
      sent_at = case when shown is null then clock_timestamp() else i.sent_at end,
      expires_at = case when shown is null then clock_timestamp() + {{invitation_link_life}} else i.expires_at end
  where i.mail_id = mail and i.sender_id = sender and i.status = 'pending'
    and i.email_state is distinct from shown
$$;
