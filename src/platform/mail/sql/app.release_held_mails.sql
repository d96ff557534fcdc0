-- Verification releases emails and what they are about (R-A3). Replies to the emails go to the verified address, except to
-- those with a vouch's link, which a quoted reply would give away (R-F1); what they say about the sender is written when
-- they are sent (app.manager_mail, app.shoutout_mail).
create or replace function app.release_held_mails(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Waits for the user's transactions that still see the address as unverified (app.stamp_shoutout, unsigned.post_mail).
  perform app.lock_mails_of(person);
  -- Emails are locked before the shoutouts that they are about (app.pass_on_mail_state).
  if exists (select from public.mails m where m.from_user = person and m.state = 'held') then
    perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
    perform from public.mails m where m.from_user = person and m.state = 'held' order by m.created_at, m.id for update;
    update public.mails m set reply_to = u.email
    from public.users u
    where u.id = person and u.email_verified_at is not null and m.from_user = person and m.state = 'held'
      and m.kind <> 'vouch';
  end if;
  perform {{each:release_held}}(person);
  perform app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m;
end
$$;
