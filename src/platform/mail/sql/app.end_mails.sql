-- Deletes the emails of a kind, from or about a user, that are not sent yet: to this address, or to any (null).
create or replace function app.end_mails(kind text, person uuid, recipient text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mails m
  where (m.from_user = person or m.about_user = person) and m.kind = end_mails.kind
    and (end_mails.recipient is null or m.recipient = end_mails.recipient)
    and m.state in ('held', 'waiting', 'queued', 'sending')
$$;
