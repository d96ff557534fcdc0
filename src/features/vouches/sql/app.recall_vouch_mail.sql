-- Deletes the newest email of the viewer's vouch, which is withdrawn or deleted, unless it is sent or being sent. Then the
-- vouch has no email: if that is undone, a new one is posted, which does not count as a resend.
create or replace function app.recall_vouch_mail(vouch uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail uuid;
begin
  -- Emails are locked before what they are about (app.pass_on_mail_state).
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || app.viewer(), 0));
  select v.mail_id into mail from public.vouches v where v.id = vouch and v.user_id = app.viewer();
  if app.withdraw_mail(mail) then
    update public.vouches v set mail_id = null, email_state = null where v.id = vouch;
  end if;
end
$$;

grant execute on function app.recall_vouch_mail to {{app}};
