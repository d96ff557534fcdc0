-- The state of an email is stored with the entry or shoutout that it is about, as its sender should know it. Reading it
-- takes no lookup, and it outlives the email, which is deleted after 30 days.

alter table check_ins
  add column manager_email_state text check (manager_email_state in ('held', 'waiting', 'failed')),
  -- A shoutout about it was sent. Most entries have none, and reading them skips the lookup.
  add column has_shoutout boolean not null default false,
  drop column manager_email_failed,
  add constraint check_ins_manager_email check (shared_with_manager or manager_email_state is null);
-- Finds the entry of an email, and the addresses that a user shared with last: ids of emails sort by time. The id stays
-- when the user stops sharing, because the entry was shared.
create index check_ins_manager_mails on check_ins (user_id, manager_mail_id) where manager_mail_id is not null;

-- The email has its own id: a shoutout may have the id of any email.
alter table shoutouts
  add column mail_id uuid,
  add column email_state text check (email_state in ('held', 'waiting', 'failed'));
update shoutouts s
set mail_id = s.id,
    email_state = case when s.email_failed or m.state in ('suppressed', 'refused') then 'failed'
                       when m.state in ('held', 'waiting') then m.state end
from shoutouts one left join mails m on m.id = one.id
where one.id = s.id;
alter table shoutouts drop column email_failed;
create index shoutouts_mails on shoutouts (mail_id) where mail_id is not null;
update check_ins c set has_shoutout = true
where exists (select from shoutouts s where s.check_in_id = c.id and s.sender_id = c.user_id);

drop function if exists app.manager_email_state;
drop function if exists app.shoutout_email;
drop function if exists app.note_shoutout_email_failed;

-- A new entry is shared in a second step, after its email is posted.
revoke insert (shared_with_manager, manager_email) on check_ins from {{app}};
grant update (manager_email_state, has_shoutout) on check_ins to {{app}};
grant insert (mail_id) on shoutouts to {{app}};

-- The entry that an email to a manager is about. Without a foreign key: it only finds earlier emails about an entry.
alter table mails add column check_in_id uuid;
create index mails_about_check_in on mails (check_in_id) where check_in_id is not null;
update mails m set check_in_id = c.id from check_ins c where c.manager_mail_id = m.id and c.user_id = m.from_user;
