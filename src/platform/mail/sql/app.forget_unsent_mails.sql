-- Deletes the emails of a user that are not sent yet.
create or replace function app.forget_unsent_mails(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mails m where m.from_user = person and m.state in ('held', 'waiting', 'queued');
$$;
