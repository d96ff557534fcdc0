-- Whether the limits allow one more email to a stranger (R-A8): 20 a day per sender, 3 per pair, 5 per recipient across
-- the instance.
create or replace function app.has_mail_room(sender uuid, recipient text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select app.mails_of_day('to ' || recipient) < 5
     and (sender is null or (app.mails_of_day('from ' || sender) < 20
       and app.mails_of_day('from ' || sender || ' to ' || recipient) < 3))
$$;
