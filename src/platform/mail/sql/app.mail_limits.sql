-- The limits of an email to a stranger: the keys under which it counts, and how many emails a day each allows (R-A8). The
-- requests that visitors send to a reference (R-F4) have their own limit: visitors need no account, and could otherwise
-- keep everyone else's email from the reference. A recipient is a mailbox, whatever the spelling of its address.
create or replace function app.mail_limits(kind text, sender uuid, recipient text)
returns table (key text, per_day int)
language sql stable set search_path = ''
as $$
  select l.key, l.per_day
  from (values
    (case when mail_limits.kind = 'verification-request' then 'request to ' else 'to ' end || app.mailbox(mail_limits.recipient), {{mails_to_recipient}}),
    ('from ' || mail_limits.sender, {{mails_from_sender}}),
    ('from ' || mail_limits.sender || ' to ' || app.mailbox(mail_limits.recipient), {{mails_of_pair}})) l (key, per_day)
  where l.key is not null
$$;
