-- Emails and unsubscribed addresses. An email is a row and a job of one transaction (R-J1). The request role neither
-- reads nor writes the rows: app.post_mail decides the state of an email.

create table mails (
  id uuid primary key,
  -- The sender; null for emails from the instance itself.
  from_user uuid references users on delete cascade,
  -- The account that an email without a sender is about, such as a reset link. It is deleted with that account.
  about_user uuid references users on delete cascade,
  -- A second check after the caller's strict one: a single mailbox, with nothing that could form a header or a list.
  recipient text not null check (
    length(recipient) <= 254 and recipient = lower(recipient) and recipient ~ '^[!-~]+@[a-z0-9.-]+$'
    and recipient !~ '[][()<>,;:\\"]'),
  kind text not null check (length(kind) between 1 and 40),
  -- The recipient requested it: it is sent even after an unsubscribe.
  asked boolean not null,
  subject text not null check (length(subject) between 1 and 300),
  -- HTML and text, encrypted by the application, because they may contain tokens that other tables store as hashes only
  -- (R-A11); null once the email is sent.
  body bytea,
  from_name text not null check (length(from_name) between 1 and 120),
  reply_to text,
  -- The same for every attempt, so that duplicates are recognized.
  message_id text not null unique,
  -- held: waits for the sender's verification (R-A3). waiting: over a limit (R-A8). queued: ready for the worker.
  -- sending: in flight. suppressed: the recipient unsubscribed (R-J3). refused: by the mail server, or timed out.
  state text not null check (state in ('held', 'waiting', 'queued', 'sending', 'sent', 'suppressed', 'refused')),
  reason text,
  attempts int not null default 0,
  created_at timestamptz(3) not null default now(),
  queued_at timestamptz(3),
  -- queued: the earliest time to send. sending: when it started.
  due_at timestamptz(3),
  sent_at timestamptz(3)
);
create index mails_of_user on mails (from_user, state);
create index mails_about_user on mails (about_user) where about_user is not null;
create index mails_open on mails (state, created_at) where state in ('held', 'waiting', 'queued', 'sending');
create index mails_by_age on mails (created_at);
create index mails_without_sender on mails (recipient) where from_user is null and state = 'waiting';
alter table mails enable row level security;
-- The worker sends, and the mailbox page of the try-it mode reads.
grant select, update (state, reason, attempts, body, due_at, sent_at), delete on mails to {{jobs}};
create policy work_mails on mails for all to {{jobs}} using (true);

-- Addresses that unsubscribed from this instance (R-J3).
create table mail_suppressions (
  address text primary key check (length(address) <= 254),
  created_at timestamptz(3) not null default now()
);
alter table mail_suppressions enable row level security;
grant select on mail_suppressions to {{jobs}};
create policy read_suppressions on mail_suppressions for select to {{jobs}} using (true);
