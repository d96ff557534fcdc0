-- From whom and to whom an email is, and its state, for functions that say what it is about. No row: it was deleted.
create or replace function app.stored_mail(id uuid) returns table (id uuid, from_user uuid, recipient text, state text)
language sql stable security definer set search_path = ''
as $$
  select m.id, m.from_user, m.recipient, m.state from public.mails m where m.id = stored_mail.id
$$;
