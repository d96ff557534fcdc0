-- Verification releases emails and shoutouts (R-A3). A shoutout arrives now, so it is dated now.
create or replace function app.release_held_mails(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Waits for the user's transactions that still see the address as unverified (app.stamp_shoutout, unsigned.post_mail).
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || person, 0));
  -- Emails are locked before the shoutouts that they are about (app.pass_on_mail_state).
  if exists (select from public.mails m where m.from_user = person and m.state = 'held') then
    perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
    perform from public.mails m where m.from_user = person and m.state = 'held' order by m.created_at, m.id for update;
  end if;
  update public.shoutouts s set held = false, created_at = clock_timestamp() where s.sender_id = person and s.held;
  perform app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m;
end
$$;
