-- Verification releases emails and shoutouts (R-A3). A shoutout arrives now, so it is dated now.
create or replace function app.release_held_mails(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  -- Waits for the user's transactions that still see the address as unverified (app.stamp_shoutout, unsigned.post_mail).
  select pg_advisory_xact_lock(hashtextextended('mails of ' || person, 0));
  update public.shoutouts s set held = false, created_at = clock_timestamp() where s.sender_id = person and s.held;
  select app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m
$$;
