-- Mails, who wants none, and the links that prove an address. A mail is a row and a job of the same transaction (R-J1);
-- the request role neither reads nor writes the rows: app.post_mail decides what becomes of a mail.

create table mails (
  id uuid primary key,
  -- Who causes it; null for what the instance itself sends.
  from_user uuid references users on delete cascade,
  -- Whose account a mail is about that nobody sends, such as a link to a new password: it ends with that account.
  about_user uuid references users on delete cascade,
  -- A last line behind the strict check of the caller: one mailbox, nothing that a header or a list could be made of.
  recipient text not null check (
    length(recipient) <= 254 and recipient = lower(recipient) and recipient ~ '^[!-~]+@[a-z0-9.-]+$'
    and recipient !~ '[][()<>,;:\\"]'),
  kind text not null check (length(kind) between 1 and 40),
  -- The recipient asked for it herself: it goes out whatever she stopped.
  asked boolean not null,
  subject text not null check (length(subject) between 1 and 300),
  -- HTML and text, sealed by the program, because they may hold tokens that are hashed elsewhere (R-A11); null once the
  -- mail is out.
  body bytea,
  from_name text not null check (length(from_name) between 1 and 120),
  reply_to text,
  -- The same at every try, so that a mail which arrives twice is recognised.
  message_id text not null unique,
  -- held: waits for the sender's verification (R-A3). waiting: beyond a limit (R-A8). queued: the worker's turn.
  -- sending: on the wire. suppressed: the recipient wants none (R-J3). refused: the server said no, or time ran out.
  state text not null check (state in ('held', 'waiting', 'queued', 'sending', 'sent', 'suppressed', 'refused')),
  reason text,
  attempts int not null default 0,
  created_at timestamptz(3) not null default now(),
  queued_at timestamptz(3),
  -- Queued: not before. Sending: since.
  due_at timestamptz(3),
  sent_at timestamptz(3)
);
create index mails_of_user on mails (from_user, state);
create index mails_about_user on mails (about_user) where about_user is not null;
create index mails_open on mails (state, created_at) where state in ('held', 'waiting', 'queued', 'sending');
create index mails_by_age on mails (created_at);
create index mails_of_nobody on mails (recipient) where from_user is null and state = 'waiting';

-- Addresses that want no mail from this instance (R-J3).
create table mail_suppressions (
  address text primary key check (length(address) <= 254),
  created_at timestamptz(3) not null default now()
);

-- Links that prove an address (R-A3, R-A4). Hashes only; the newest of an account is the one that works.
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

-- 1. Who knows whom ------------------------------------------------------------------------------------------------

create function app.owns_address(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.users u where u.id = person and u.email = address) $$;
revoke all on function app.owns_address from public;

-- Whether mail from this person to this address has no limit (R-A8): the address is connected with the person by an
-- accepted relation, or has written to the person.
create function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select app.owns_address(person, address) $$;
revoke all on function app.is_connected from public;

-- How many things wait until the viewer has proved the own address (R-A3).
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

-- 2. What becomes of a mail ----------------------------------------------------------------------------------------

create function app.mails_of_day(key text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select count(*) from public.limit_hits h
  where h.kind = 'mail to a stranger' and h.key = mails_of_day.key and h.at > clock_timestamp() - interval '1 day'
$$;
revoke all on function app.mails_of_day from public;

-- Room for one more mail to a stranger (R-A8): 20 a day by sender, 3 by pair, 5 by recipient over the instance.
create function app.has_mail_room(sender uuid, recipient text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select app.mails_of_day('to ' || recipient) < 5
     and (sender is null or (app.mails_of_day('from ' || sender) < 20
       and app.mails_of_day('from ' || sender || ' to ' || recipient) < 3))
$$;
revoke all on function app.has_mail_room from public;

-- Queues a mail, or says why not. The counts live with the other tries, so that they outlast a deleted account. One lock
-- for all mail to strangers makes them exact under parallel callers and cannot deadlock with itself, in whatever order
-- a transaction names its recipients.
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

-- Whether more mails wait than may (R-A8): 100 by sender, held ones too, and 100 by recipient of those that nobody sends.
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

-- Writes a mail in the name of the viewer (nobody's without one) and answers its state: queued, held, waiting or
-- suppressed; or full: it was not written, as too many wait already. What a person writes to the own address, and what its recipient asked for, is never held. `about_user` counts
-- without a viewer only.
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
    -- One at a time, so that what waits is counted exactly. Mail of nobody is counted under the lock of app.admit_mail.
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

-- Mails beyond a limit whose time has come; answers how many are on their way now.
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

-- 3. Who wants none ------------------------------------------------------------------------------------------------

-- Called for addresses whose signature the program has checked.
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

-- Notes a link for the viewer's address; older ones of the account stop working. Answers the address.
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

-- Proves the viewer's address by a mailed link, and releases what waited for it. Outcomes: verified, unknown, expired,
-- replaced, or another account's (then with that account's address). A link used before by the same account stays a
-- success without effect.
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

-- The worker sends; the mailbox page of the try-it mode reads.
grant select, update (state, reason, attempts, body, due_at, sent_at), delete on mails to {{jobs}};
create policy work_mails on mails for all to {{jobs}} using (true);
grant select on mail_suppressions to {{jobs}};
create policy read_suppressions on mail_suppressions for select to {{jobs}} using (true);
grant select (expires_at), delete on verification_tokens to {{jobs}};
create policy sweep_verification_tokens on verification_tokens for all to {{jobs}} using (expires_at < now() - interval '1 day');
