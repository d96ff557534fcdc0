-- What users do with their account: set a new password, add addresses, end sessions, delete the account. Emailed links
-- are stored as hashes, single-use and short-lived (R-A11).

-- 1. Tables ------------------------------------------------------------------------------------------------------

-- Null: the owner restored the sign-in address and has not set a new password yet.
alter table users alter column password_hash drop not null;

alter table profiles add constraint profiles_slug_shape
  check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40);

-- Extra addresses (R-A9). The primary one is in users.
create table user_emails (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (user_id, email)
);
-- A verified address belongs to one user; app.is_address_taken also checks users.
create unique index user_emails_verified on user_emails (email) where verified_at is not null;

-- Only an account's newest link works.
create table recovery_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  address text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  used_at timestamptz(3)
);
create index recovery_tokens_of_user on recovery_tokens (user_id);
create index recovery_tokens_by_end on recovery_tokens (expires_at);

-- Undo links, emailed to an address that is no longer primary. While one is open, no other user gets the address.
create table address_changes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  old_address text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index address_changes_of_user on address_changes (user_id);
create index address_changes_of_address on address_changes (old_address);
create index address_changes_by_end on address_changes (expires_at);

-- Earlier slugs. For 90 days, each redirects to the new one, and no other user gets it (R-F6).
create table earlier_slugs (
  slug text primary key,
  user_id uuid not null references users on delete cascade,
  ends_at timestamptz(3) not null
);
create index earlier_slugs_of_user on earlier_slugs (user_id);
create index earlier_slugs_by_end on earlier_slugs (ends_at);

create table feedback (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  message text not null check (length(message) between 1 and 5000),
  user_email text not null,
  user_name text not null,
  created_at timestamptz(3) not null default now()
);
create index feedback_of_user on feedback (user_id);

-- 2. Live events -------------------------------------------------------------------------------------------------

create function app.announce_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('logbook_live', 'profiles ' || new.user_id || ' ' || new.user_id);
  return null;
end
$$;
revoke all on function app.announce_profile from public;
create trigger announce_change after update on profiles for each row execute function app.announce_profile();

create trigger announce_new after insert on user_emails
  referencing new table as changed for each statement execute function app.announce();
create trigger announce_change after update on user_emails
  referencing new table as changed for each statement execute function app.announce();
create trigger announce_end after delete on user_emails
  referencing old table as changed for each statement execute function app.announce();

-- 3. Owners of addresses -----------------------------------------------------------------------------------------

create or replace function app.owns_address(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = person and u.email = address)
      or exists (select 1 from public.user_emails e
                 where e.user_id = person and e.email = address and e.verified_at is not null)
$$;

-- Whether another user has the address as primary or verified extra address, or may still restore it. Locks the address
-- until the transaction ends, so that two concurrent callers do not both get it.
create function app.is_address_taken(address text, person uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || address, 0));
  return exists (select 1 from public.users u where u.email = address and u.id <> person)
      or exists (select 1 from public.user_emails e
                 where e.email = address and e.verified_at is not null and e.user_id <> person)
      or exists (select 1 from public.address_changes c
                 where c.old_address = address and c.user_id <> person
                   and c.used_at is null and c.expires_at > clock_timestamp());
end
$$;
revoke all on function app.is_address_taken from public;

create or replace function app.create_account(
  id uuid, address text, password_hash text, full_name text, time_zone text, verified boolean)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.is_address_taken(address, create_account.id) then
    return false;
  end if;
  insert into public.users (id, email, password_hash, email_verified_at)
  values (create_account.id, address, create_account.password_hash, case when verified then now() end)
  on conflict (email) do nothing;
  if not found then
    return false;
  end if;
  insert into public.profiles (user_id, full_name, email, time_zone)
  values (create_account.id, create_account.full_name, address, create_account.time_zone);
  return true;
end
$$;

-- Adds an extra address for the viewer. Outcomes: added, too many, taken (the id).
create function app.add_address(id uuid, address text, most int) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  -- Serialized, so that the count is exact.
  perform 1 from public.users u where u.id = person for no key update;
  if not found then
    raise exception 'an address is added by a person';
  elsif (select count(*) from public.user_emails e where e.user_id = person) >= most then
    return 'too many';
  end if;
  insert into public.user_emails (id, user_id, email) values (add_address.id, person, address)
  on conflict do nothing;
  return case when found then 'added' else 'taken' end;
end
$$;
revoke all on function app.add_address from public;
grant execute on function app.add_address to {{app}};

-- Removes an extra address of the viewer, with the links emailed to it and those still waiting to be sent. False: no
-- such address.
create function app.remove_address(id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  gone text;
begin
  -- Locks the user before the link, in the same order as everywhere.
  perform 1 from public.users u where u.id = person for no key update;
  delete from public.user_emails e where e.id = remove_address.id and e.user_id = person returning e.email into gone;
  if not found then
    return false;
  end if;
  delete from public.verification_tokens t where t.user_id = person and t.address = gone;
  delete from public.mails m
  where m.from_user = person and m.kind = 'verification' and m.recipient = gone
    and m.state in ('held', 'waiting', 'queued', 'sending');
  return true;
end
$$;
revoke all on function app.remove_address from public;
grant execute on function app.remove_address to {{app}};

-- 4. Proving an address ------------------------------------------------------------------------------------------

-- Stores a link for an address of the viewer, the primary one or the given extra one; older links to it stop working.
-- Returns the address, or null if the viewer does not have it.
drop function app.note_verification;
create function app.note_verification(token_hash bytea, life interval, extra uuid default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  own text;
begin
  select u.email into strict own from public.users u where u.id = person for no key update;
  if extra is not null then
    select e.email into own from public.user_emails e where e.id = extra and e.user_id = person;
    if not found then
      return null;
    end if;
  end if;
  update public.verification_tokens t set replaced_at = now()
  where t.user_id = person and t.address = own and t.replaced_at is null and t.used_at is null;
  insert into public.verification_tokens (hash, user_id, address, expires_at)
  values (token_hash, person, own, now() + life);
  return own;
end
$$;
revoke all on function app.note_verification from public;
grant execute on function app.note_verification to {{app}};

-- Verifies an address of the viewer by an emailed link, and releases the emails that waited for the primary one.
-- Outcomes: verified, unknown, expired, replaced, taken (by another user in the meantime), another account (then with
-- that account's address). Using a link again with the same account succeeds without effect.
create or replace function app.use_verification(token_hash bytea)
returns table (outcome text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  t public.verification_tokens;
  person uuid := app.viewer();
begin
  -- Locks the user before the link, in the same order as everywhere.
  perform 1 from public.users u where u.id = person for no key update;
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
    outcome := app.prove_address(person, t.address);
    if outcome = 'verified' then
      update public.verification_tokens v set used_at = now() where v.hash = token_hash;
    end if;
  end if;
  return next;
end
$$;

create function app.prove_address(person uuid, address text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.users u set email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person and u.email = address;
  if found then
    perform app.release_held_mails(person);
    return 'verified';
  elsif app.is_address_taken(address, person) then
    return 'taken';
  end if;
  update public.user_emails e set verified_at = coalesce(e.verified_at, now())
  where e.user_id = person and e.email = address;
  return case when found then 'verified' else 'unknown' end;
end
$$;
revoke all on function app.prove_address from public;

-- 5. A new password ----------------------------------------------------------------------------------------------

-- Called by the job that emails the link. Returns whom the email greets; no row: no account has this address.
create function app.start_recovery(address text, token_hash bytea, life interval)
returns table (user_id uuid, full_name text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select u.id into person from public.users u where u.email = address for no key update;
  if not found then
    return;
  end if;
  update public.recovery_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  insert into public.recovery_tokens (hash, user_id, address, expires_at)
  values (token_hash, person, address, clock_timestamp() + life);
  return query select person, p.full_name from public.profiles p where p.user_id = person;
end
$$;
revoke all on function app.start_recovery from public;
grant execute on function app.start_recovery, app.post_mail to {{jobs}};

-- The state of a reset link: good, unknown (also if used), expired or replaced. A good one comes with its address:
-- anyone who has the link has access to the mailbox.
create function app.recovery_link(token_hash bytea) returns table (state text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  select case when t.used_at is not null or u.email <> t.address then 'unknown'
              when t.replaced_at is not null then 'replaced'
              when t.expires_at <= clock_timestamp() then 'expired'
              else 'good' end,
         t.address
    into state, address
  from public.recovery_tokens t join public.users u on u.id = t.user_id
  where t.hash = token_hash;
  state := coalesce(state, 'unknown');
  if state <> 'good' then
    address := null;
  end if;
  return next;
end
$$;
revoke all on function app.recovery_link from public;
grant execute on function app.recovery_link to {{app}};

-- Sets the password by an emailed link, which proves the address. All earlier sessions and links end, and so do the
-- extra addresses of an account that was unverified until now (R-A4). The user is set if the outcome is "good".
create function app.use_recovery(token_hash bytea, password_hash text)
returns table (outcome text, user_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
  was_verified boolean;
begin
  select t.user_id into person from public.recovery_tokens t where t.hash = token_hash;
  select u.email_verified_at is not null into was_verified from public.users u where u.id = person for update;
  select l.state into outcome from app.recovery_link(token_hash) l;
  if outcome <> 'good' then
    return next;
    return;
  end if;
  user_id := person;
  update public.recovery_tokens t set used_at = now() where t.hash = token_hash;
  update public.users u
  set password_hash = use_recovery.password_hash, email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person;
  perform app.end_access(person);
  if not was_verified then
    delete from public.user_emails e where e.user_id = person;
    delete from public.address_changes c where c.user_id = person;
    -- Held emails may be from someone who had the account before the address was verified: they are never sent.
    delete from public.mails m where m.from_user = person and m.state = 'held';
  end if;
  return next;
end
$$;
revoke all on function app.use_recovery from public;
grant execute on function app.use_recovery to {{app}};

-- Ends the user's reset links, including those whose email is not sent yet.
create function app.end_recoveries(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.recovery_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  delete from public.mails m
  where m.about_user = person and m.kind = 'recovery' and m.state in ('waiting', 'queued', 'sending');
$$;
revoke all on function app.end_recoveries from public;

-- Ends all sessions and all emailed links that grant access, including those whose email is not sent yet.
create function app.end_access(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.sessions s where s.user_id = person;
  select app.end_recoveries(person);
  update public.verification_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  delete from public.mails m
  where m.from_user = person and m.kind = 'verification' and m.state in ('waiting', 'queued', 'sending');
$$;
revoke all on function app.end_access from public;

-- Sets the viewer's new password. Returns how many live sessions ended besides the one to keep, or null if that one has
-- ended: a password that was set in the meantime is not overwritten.
create function app.change_password(new_hash text, keep uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  ended int;
begin
  perform 1 from public.users u where u.id = person for update;
  if not exists (select 1 from public.sessions s where s.id = keep and s.user_id = person) then
    return null;
  end if;
  update public.users u set password_hash = new_hash where u.id = person;
  perform app.end_recoveries(person);
  with gone as (
    delete from public.sessions s where s.user_id = person and s.id <> keep returning s.refresh_expires_at)
  select count(*) into ended from gone where gone.refresh_expires_at > now();
  return ended;
end
$$;
revoke all on function app.change_password from public;
grant execute on function app.change_password to {{app}};

-- Whether the password that was just checked is still this account's. Locks it until the transaction ends, so that a
-- concurrent password change also ends a session that was started with the old password.
create function app.is_password_of(person uuid, checked_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.users u where u.id = person and u.password_hash = checked_hash for share;
  return found;
end
$$;
revoke all on function app.is_password_of from public;
grant execute on function app.is_password_of to {{app}};

-- 6. Another primary address -------------------------------------------------------------------------------------

-- Swaps the viewer's primary address with a verified extra one. Returns both, and whether the old one was verified:
-- then the emailed link can undo the change (the owner of an unverified address gets none). No row: no such address,
-- not verified, or the calling session has ended.
create function app.make_primary(extra uuid, undo_hash bytea, life interval, asking uuid)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  u public.users;
  e public.user_emails;
begin
  select * into u from public.users one where one.id = app.viewer() for update;
  if not exists (select 1 from public.sessions s where s.id = asking and s.user_id = u.id) then
    return;
  end if;
  select * into e from public.user_emails one
  where one.id = extra and one.user_id = u.id and one.verified_at is not null for update;
  if not found then
    return;
  end if;
  old_address := u.email;
  new_address := e.email;
  can_undo := u.email_verified_at is not null;
  update public.users one set email = e.email, email_verified_at = e.verified_at where one.id = u.id;
  update public.user_emails one set email = u.email, verified_at = u.email_verified_at where one.id = e.id;
  update public.profiles p set email = e.email where p.user_id = u.id;
  perform app.end_recoveries(u.id);
  if can_undo then
    insert into public.address_changes (hash, user_id, old_address, expires_at)
    values (undo_hash, u.id, u.email, clock_timestamp() + life);
  else
    perform app.release_held_mails(u.id);
  end if;
  return next;
end
$$;
revoke all on function app.make_primary from public;
grant execute on function app.make_primary to {{app}};

-- Restores an address as the primary one, by the link emailed to it. Someone else had the password, so the password,
-- sessions, links, extra addresses and later undo links end, and a recovery link is stored for the address. Outcomes:
-- undone, unknown (also if used), expired.
create function app.undo_address_change(undo_hash bytea, recovery_hash bytea, recovery_life interval)
returns table (outcome text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  c public.address_changes;
begin
  select * into c from public.address_changes one where one.hash = undo_hash;
  perform 1 from public.users u where u.id = c.user_id for update;
  select * into c from public.address_changes one where one.hash = undo_hash;
  if c.hash is null or c.used_at is not null then
    outcome := 'unknown';
  elsif c.expires_at <= clock_timestamp() then
    outcome := 'expired';
  else
    outcome := 'undone';
    address := c.old_address;
    perform app.is_address_taken(c.old_address, c.user_id);
    update public.address_changes one set used_at = now()
    where one.user_id = c.user_id and one.created_at >= c.created_at;
    delete from public.user_emails e where e.user_id = c.user_id;
    update public.users u set email = c.old_address, email_verified_at = now(), password_hash = null
    where u.id = c.user_id;
    update public.profiles p set email = c.old_address where p.user_id = c.user_id;
    perform app.end_access(c.user_id);
    insert into public.recovery_tokens (hash, user_id, address, expires_at)
    values (recovery_hash, c.user_id, c.old_address, clock_timestamp() + recovery_life);
  end if;
  return next;
end
$$;
revoke all on function app.undo_address_change from public;
grant execute on function app.undo_address_change to {{app}};

-- 7. The profile -------------------------------------------------------------------------------------------------

-- Sets the viewer's slug; false if another user has it, or had it until recently. Keeps the last ten slugs replaced.
create function app.take_slug(slug text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  earlier text;
begin
  select p.slug into earlier from public.profiles p where p.user_id = person for update;
  if earlier = take_slug.slug then
    return true;
  end if;
  update public.profiles p set slug = take_slug.slug where p.user_id = person;
  if not found then
    return false;
  end if;
  -- Checked only now: the update has waited for a transaction that gives up this slug.
  if exists (
    select 1 from public.earlier_slugs e
    where e.slug = take_slug.slug and e.user_id <> person and e.ends_at > clock_timestamp()
  ) then
    raise unique_violation;
  end if;
  delete from public.earlier_slugs e where e.slug = take_slug.slug;
  if earlier is not null then
    insert into public.earlier_slugs (slug, user_id, ends_at)
    values (earlier, person, clock_timestamp() + interval '90 days')
    on conflict on constraint earlier_slugs_pkey do update set user_id = excluded.user_id, ends_at = excluded.ends_at;
    delete from public.earlier_slugs e
    where e.user_id = person and e.slug not in (
      select one.slug from public.earlier_slugs one where one.user_id = person order by one.ends_at desc limit 10);
  end if;
  return true;
exception when unique_violation then
  return false;
end
$$;
revoke all on function app.take_slug from public;
grant execute on function app.take_slug to {{app}};

-- 8. Deletion ----------------------------------------------------------------------------------------------------

-- Deletes the viewer's account: all rows of the user, emails from and about the user and to verified addresses, and the
-- bytes by a job of this transaction. False if it is already deleted.
create function app.delete_account() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  -- An upload locks its entry and then the user. The same order here prevents a deadlock.
  perform 1 from public.check_ins c where c.user_id = person order by c.id for update;
  perform 1 from public.users u where u.id = person for update;
  if not found then
    return false;
  end if;
  delete from public.mails m
  using public.users u
  where u.id = person
    and (m.recipient = u.email and u.email_verified_at is not null
      or m.recipient in (select e.email from public.user_emails e where e.user_id = person and e.verified_at is not null));
  delete from public.users u where u.id = person;
  perform app.enqueue('remove-files', json_build_object('user_id', person));
  return true;
end
$$;
revoke all on function app.delete_account from public;
grant execute on function app.delete_account to {{app}};

-- 9. Policies ----------------------------------------------------------------------------------------------------

alter table user_emails enable row level security;
alter table recovery_tokens enable row level security;
alter table address_changes enable row level security;
alter table feedback enable row level security;
alter table earlier_slugs enable row level security;

grant select on user_emails to {{app}};
create policy own_user_emails on user_emails for select to {{app}} using (user_id = (select app.viewer()));

grant select (user_id, old_address, created_at, expires_at, used_at) on address_changes to {{app}};
create policy own_address_changes on address_changes for select to {{app}} using (user_id = (select app.viewer()));

grant update (full_name, phone_number, avatar_url, is_new) on profiles to {{app}};
create policy change_own_profile on profiles for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));

grant select on earlier_slugs to {{app}};
create policy own_earlier_slugs on earlier_slugs for select to {{app}} using (user_id = (select app.viewer()));

grant select, insert (id, user_id, message, user_email, user_name) on feedback to {{app}};
create policy own_feedback on feedback for select to {{app}} using (user_id = (select app.viewer()));
create policy give_feedback on feedback for insert to {{app}} with check (user_id = (select app.viewer()));

-- A job sweeps ended rows.
grant select (expires_at), delete on recovery_tokens, address_changes to {{jobs}};
create policy sweep_recovery_tokens on recovery_tokens for all to {{jobs}} using (expires_at < now() - interval '1 day');
create policy sweep_address_changes on address_changes for all to {{jobs}} using (expires_at < now() - interval '1 day');
grant select (slug, ends_at), delete on earlier_slugs to {{jobs}};
create policy sweep_earlier_slugs on earlier_slugs for all to {{jobs}} using (ends_at < now());
