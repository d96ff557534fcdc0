-- The viewer's latest email about this entry to the mailbox of this address that was sent, or will be, within
-- `gap`. Null: none. The mailbox gets no second email, no matter how often the address is replaced or sharing is stopped.
create or replace function app.recent_mail_about(check_in uuid, address text, gap interval) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.id from public.mails m
  where m.check_in_id = recent_mail_about.check_in and m.from_user = app.viewer()
    and app.mailbox(m.recipient) = app.mailbox(address)
    and m.state in ('queued', 'sending', 'sent') and coalesce(m.sent_at, m.created_at) > now() - gap
  order by m.id desc limit 1
$$;

grant execute on function app.recent_mail_about to {{app}};
