-- Unsubscribing and the limits of email apply to a mailbox, whatever the spelling of its address (app.mailbox).
insert into mail_suppressions (address, created_at)
select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') || '@gmail.com'
            else a.local || '@' || a.host end, min(a.created_at)
from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '(.)\+.*$', '\1') as local,
             regexp_replace(lower(address), '^.*@', '') as host, created_at
      from mail_suppressions) a
group by 1
on conflict do nothing;
delete from mail_suppressions
where address ~ '.\+.*@' or address like '%@googlemail.com' or address ~ '\..*@gmail\.com$';

-- It also depends on the kind of email now.
drop function if exists app.has_mail_room;

-- These contain a vouch's link, which a quoted reply would give away (R-F1).
update mails set reply_to = null where kind = 'vouch' and state in ('held', 'waiting', 'queued');
