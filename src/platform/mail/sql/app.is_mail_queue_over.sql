-- Whether too many emails are waiting (R-A8): of a sender, including held ones, or to a recipient for emails without a
-- sender. A recipient is a mailbox, whatever the spelling of its address.
create or replace function app.is_mail_queue_over(sender uuid, recipient text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting int;
begin
  if sender is not null then
    select count(*) into waiting from public.mails m where m.from_user = sender and m.state in ('held', 'waiting');
  else
    select count(*) into waiting from public.mails m
    where m.from_user is null and app.mailbox(m.recipient) = app.mailbox(is_mail_queue_over.recipient)
      and m.state = 'waiting';
  end if;
  return waiting > {{waiting_mails}};
end
$$;
