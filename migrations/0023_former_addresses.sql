-- Removing a file of a vouch can be undone, and former addresses of a user cannot vouch for them.

-- Removed by the owner, who may undo that until the purge.
alter table vouch_files add column deleted_at timestamptz(3);
create index vouch_files_deleted on vouch_files (deleted_at) where deleted_at is not null;
drop policy remove_own_vouch_files on vouch_files;
revoke delete on vouch_files from {{app}};
grant update (deleted_at) on vouch_files to {{app}};
create policy change_own_vouch_files on vouch_files for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
grant select (id, deleted_at), delete on vouch_files to {{jobs}};
create policy purge_vouch_files on vouch_files for delete to {{jobs}} using (deleted_at < now() - interval '1 hour');

-- Mailboxes of verified addresses that are no longer the user's (R-F2). app.leave_address adds them.
create table former_mailboxes (
  user_id uuid not null references users on delete cascade,
  -- As app.mailbox spells it.
  mailbox text not null check (length(mailbox) <= 254),
  left_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, mailbox)
);
create index former_mailboxes_by_age on former_mailboxes (left_at);
alter table former_mailboxes enable row level security;
grant select on former_mailboxes to {{app}};
create policy own_former_mailboxes on former_mailboxes for select to {{app}} using (user_id = (select app.viewer()));
grant select (left_at), delete on former_mailboxes to {{jobs}};
create policy sweep_former_mailboxes on former_mailboxes for all to {{jobs}} using (left_at < now() - interval '90 days');

-- Emails without a sender wait per mailbox, whatever the spelling of the address (R-A8). The index needs the function
-- before the files of functions are applied.
create or replace function app.mailbox(address text) returns text
language sql immutable
as $$
  select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') || '@gmail.com'
              else a.local || '@' || a.host end
  from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '(.)\+.*$', '\1') as local,
               regexp_replace(lower(address), '^.*@', '') as host) a
$$;
drop index mails_without_sender;
create index mails_without_sender on mails (app.mailbox(recipient)) where from_user is null and state = 'waiting';

-- A mailbox gets one link to confirm the tips in a day, even if it stopped them in between (R-K2).
create index mails_confirming_tips on mails (app.mailbox(recipient), created_at) where kind = 'tips-confirmation';
