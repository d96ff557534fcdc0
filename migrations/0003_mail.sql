-- Emails, unsubscribed addresses, and the links that prove an address. An email is a row and a job of one transaction
-- (R-J1). The request role neither reads nor writes the rows: app.post_mail decides the state of an email.

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
create index mails_of_nobody on mails (recipient) where from_user is null and state = 'waiting';

-- Addresses that unsubscribed from this instance (R-J3).
create table mail_suppressions (
  address text primary key check (length(address) <= 254),
  created_at timestamptz(3) not null default now()
);

-- Links that prove an address (R-A3, R-A4). Only hashes are stored, and only an account's newest link works.
create table verification_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  address text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  used_at timestamptz(3)
);
create index verification_tokens_of_user on verification_tokens (user_id);
create index verification_tokens_by_end on verification_tokens (expires_at);

-- 1. Connections between people ------------------------------------------------------------------------------------

create function app.owns_address(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.users u where u.id = person and u.email = address) $$;
revoke all on function app.owns_address from public;

-- Whether email from this user to this address has no limit (R-A8): an accepted relationship connects them, or the
-- address has written to the user.
create function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select app.owns_address(person, address) $$;
revoke all on function app.is_connected from public;

-- The number of items that wait for the viewer to verify their address (R-A3).
create function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$ select 0 $$;
revoke all on function app.things_waiting from public;
grant execute on function app.things_waiting to {{app}};

create function app.messages_waiting() returns int
language sql stable security definer set search_path = ''
as $$ select count(*)::int from public.mails m where m.from_user = app.viewer() and m.state = 'held' $$;
revoke all on function app.messages_waiting from public;
grant execute on function app.messages_waiting to {{app}};

-- 2. Admitting and queuing emails ----------------------------------------------------------------------------------

create function app.mails_of_day(key text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select count(*) from public.limit_hits h
  where h.kind = 'mail to a stranger' and h.key = mails_of_day.key and h.at > clock_timestamp() - interval '1 day'
$$;
revoke all on function app.mails_of_day from public;

-- Whether the limits allow one more email to a stranger (R-A8): 20 a day per sender, 3 per pair, 5 per recipient across
-- the instance.
create function app.has_mail_room(sender uuid, recipient text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select app.mails_of_day('to ' || recipient) < 5
     and (sender is null or (app.mails_of_day('from ' || sender) < 20
       and app.mails_of_day('from ' || sender || ' to ' || recipient) < 3))
$$;
revoke all on function app.has_mail_room from public;

-- Queues an email, or returns why not. The counts are stored as attempts, so that they outlive a deleted account. One
-- lock for all email to strangers keeps them exact under concurrent callers and rules out deadlocks, whatever the order
-- of a transaction's recipients.
create function app.admit_mail(mail uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.mails;
  outcome text := 'queued';
begin
  select * into strict m from public.mails where id = mail for update;
  if not m.asked then
    if exists (select 1 from public.mail_suppressions s where s.address = m.recipient) then
      outcome := 'suppressed';
    elsif m.from_user is null or not app.is_connected(m.from_user, m.recipient) then
      perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
      if app.has_mail_room(m.from_user, m.recipient) then
        insert into public.limit_hits (kind, key, at)
        select 'mail to a stranger', counted, clock_timestamp()
        from unnest(array['to ' || m.recipient, 'from ' || m.from_user, 'from ' || m.from_user || ' to ' || m.recipient])
          counted
        where counted is not null;
      else
        outcome := 'waiting';
      end if;
    end if;
  end if;
  update public.mails
  set state = outcome,
      body = case when outcome = 'suppressed' then null else body end,
      queued_at = case when outcome = 'queued' then clock_timestamp() end,
      due_at = case when outcome = 'queued' then clock_timestamp() end
  where id = mail;
  if outcome = 'queued' then
    perform app.enqueue('send-mail', json_build_object('id', mail), 'mail ' || mail);
  end if;
  return outcome;
end
$$;
revoke all on function app.admit_mail from public;

-- Whether too many emails are waiting (R-A8): 100 per sender, including held ones, and 100 per recipient for emails
-- without a sender.
create function app.is_mail_queue_over(sender uuid, recipient text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting int;
begin
  if sender is not null then
    select count(*) into waiting from public.mails m where m.from_user = sender and m.state in ('held', 'waiting');
  else
    select count(*) into waiting from public.mails m
    where m.from_user is null and m.recipient = is_mail_queue_over.recipient and m.state = 'waiting';
  end if;
  return waiting > 100;
end
$$;
revoke all on function app.is_mail_queue_over from public;

-- Stores an email with the viewer as its sender, if there is one, and returns its state: queued, held, waiting or
-- suppressed; or full: it was not stored, because too many are waiting. An email to the sender's own address, or one
-- that its recipient requested, is never held. `about_user` is used only without a viewer.
create function app.post_mail(
  id uuid, recipient text, kind text, asked boolean, subject text, body bytea, from_name text, reply_to text,
  message_id text, about_user uuid default null)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sender uuid := app.viewer();
  held boolean := not post_mail.asked and sender is not null
    and not app.owns_address(sender, post_mail.recipient)
    and not exists (select 1 from public.users u where u.id = sender and u.email_verified_at is not null);
  outcome text := 'held';
begin
  if sender is not null and not post_mail.asked then
    -- Serialized, so that the count is exact. Emails without a sender are counted under the lock of app.admit_mail.
    perform pg_advisory_xact_lock(hashtextextended('mails of ' || sender, 0));
  end if;
  insert into public.mails
    (id, from_user, about_user, recipient, kind, asked, subject, body, from_name, reply_to, message_id, state)
  values (post_mail.id, sender, case when sender is null then post_mail.about_user end, post_mail.recipient,
    post_mail.kind, post_mail.asked, post_mail.subject, post_mail.body, post_mail.from_name, post_mail.reply_to,
    post_mail.message_id, 'held');
  if not held then
    outcome := app.admit_mail(post_mail.id);
  end if;
  if outcome in ('held', 'waiting') and app.is_mail_queue_over(sender, post_mail.recipient) then
    delete from public.mails m where m.id = post_mail.id;
    return 'full';
  end if;
  return outcome;
end
$$;
revoke all on function app.post_mail from public;
grant execute on function app.post_mail to {{app}};

create function app.release_held_mails(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m
$$;
revoke all on function app.release_held_mails from public;

-- Queues waiting emails that the limits now allow. Returns how many.
create function app.release_waiting_mails() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail uuid;
  released int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
  for mail in
    select m.id from public.mails m
    where m.state = 'waiting' and app.has_mail_room(m.from_user, m.recipient)
    order by m.created_at, m.id limit 500
  loop
    if app.admit_mail(mail) = 'queued' then
      released := released + 1;
    end if;
  end loop;
  return released;
end
$$;
revoke all on function app.release_waiting_mails from public;
grant execute on function app.release_waiting_mails to {{jobs}};

-- 3. Unsubscribing -------------------------------------------------------------------------------------------------

-- Called for addresses whose signature the application has checked.
create function app.stop_mail(address text) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.mail_suppressions (address) values (stop_mail.address) on conflict do nothing $$;
revoke all on function app.stop_mail from public;
grant execute on function app.stop_mail to {{app}};

create function app.want_mail(address text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.mail_suppressions s where s.address = want_mail.address $$;
revoke all on function app.want_mail from public;
grant execute on function app.want_mail to {{app}};

create function app.is_mail_stopped(address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.mail_suppressions s where s.address = is_mail_stopped.address) $$;
revoke all on function app.is_mail_stopped from public;
grant execute on function app.is_mail_stopped to {{app}};

-- 4. Proving an address --------------------------------------------------------------------------------------------

-- Stores a link for the viewer's address; the account's older links stop working. Returns the address.
create function app.note_verification(token_hash bytea, life interval) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own text;
begin
  select u.email into strict own from public.users u where u.id = app.viewer() for update;
  update public.verification_tokens t set replaced_at = now()
  where t.user_id = app.viewer() and t.replaced_at is null and t.used_at is null;
  insert into public.verification_tokens (hash, user_id, address, expires_at)
  values (token_hash, app.viewer(), own, now() + life);
  return own;
end
$$;
revoke all on function app.note_verification from public;
grant execute on function app.note_verification to {{app}};

-- Verifies the viewer's address by an emailed link, and releases the emails that waited for it. Outcomes: verified,
-- unknown, expired, replaced, another account (then with that account's address). Using a link again with the same
-- account succeeds without effect.
create function app.use_verification(token_hash bytea)
returns table (outcome text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  t public.verification_tokens;
  person uuid := app.viewer();
begin
  select * into t from public.verification_tokens v where v.hash = token_hash for update;
  address := t.address;
  if t.hash is null or person is null then
    outcome := 'unknown';
  elsif t.user_id <> person then
    outcome := 'another account';
  elsif t.used_at is not null then
    outcome := 'verified';
  elsif t.replaced_at is not null then
    outcome := 'replaced';
  elsif t.expires_at <= clock_timestamp() then
    outcome := 'expired';
  else
    update public.users u set email_verified_at = coalesce(u.email_verified_at, now())
    where u.id = person and u.email = t.address;
    if found then
      outcome := 'verified';
      update public.verification_tokens v set used_at = now() where v.hash = token_hash;
      perform app.release_held_mails(person);
    else
      outcome := 'unknown';
    end if;
  end if;
  return next;
end
$$;
revoke all on function app.use_verification from public;
grant execute on function app.use_verification to {{app}};

-- 5. Policies ------------------------------------------------------------------------------------------------------

alter table mails enable row level security;
alter table mail_suppressions enable row level security;
alter table verification_tokens enable row level security;

-- The worker sends, and the mailbox page of the try-it mode reads.
grant select, update (state, reason, attempts, body, due_at, sent_at), delete on mails to {{jobs}};
create policy work_mails on mails for all to {{jobs}} using (true);
grant select on mail_suppressions to {{jobs}};
create policy read_suppressions on mail_suppressions for select to {{jobs}} using (true);
grant select (expires_at), delete on verification_tokens to {{jobs}};
create policy sweep_verification_tokens on verification_tokens for all to {{jobs}} using (expires_at < now() - interval '1 day');
