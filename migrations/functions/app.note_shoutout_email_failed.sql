create or replace function app.note_shoutout_email_failed(id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set email_failed = true
  where s.id = note_shoutout_email_failed.id and s.sender_id = app.viewer()
$$;

grant execute on function app.note_shoutout_email_failed to {{app}};
