-- Releases the shoutouts of a user who has verified their address (app.release_held_mails). A shoutout arrives now, so it is
-- dated now, and its excerpt is taken now (R-D2): without one if the entry was deleted.
create or replace function app.release_held__shoutouts(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s
  set held = false, created_at = clock_timestamp(),
      excerpt = (
        select case when length(e.text) > {{excerpt}} then left(e.text, {{excerpt}}) || '…' else e.text end
        from app.entry_text(s.check_in_id, person) e (text))
  where s.sender_id = person and s.held
$$;
