-- Deletes the emails of these kinds to an address that are not being sent yet.
create or replace function app.withdraw_mails_to(recipient text, kinds text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mails m
  where m.recipient = withdraw_mails_to.recipient and m.kind = any (kinds) and m.state in ('queued', 'waiting')
$$;
