-- Replaces the email of a shoutout of the viewer that failed with one that was just posted, or failed as well: then it is
-- not stored, or suppressed. The email is posted before the shoutout is locked (app.pass_on_mail_state).
create or replace function app.replace_shoutout_mail(shoutout uuid, mail uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s
  set mail_id = coalesce(m.id, s.mail_id), email_state = case when m.id is null then 'failed' else app.email_state(m.state) end
  from (select 1) one left join app.stored_mail(replace_shoutout_mail.mail) m on m.from_user = app.viewer()
  where s.id = shoutout and s.sender_id = app.viewer() and s.email_state = 'failed'
$$;

grant execute on function app.replace_shoutout_mail to {{app}};
