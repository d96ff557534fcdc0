-- Shoutouts: thanks and praise from a user to an address. Both the sender and the verified owner of the address can read
-- them; no one can edit or delete them.

create table shoutouts (
  id uuid primary key,
  -- Null: the sender deleted the account (R-A12).
  sender_id uuid references users on delete set null,
  recipient_email text not null check (recipient_email = lower(recipient_email) and length(recipient_email) between 3 and 254),
  message text not null check (length(message) between 1 and 2000),
  -- The sender's entry that it is about, and the excerpt of it that was taken on sending (R-D2).
  check_in_id uuid references check_ins on delete set null,
  excerpt text check (length(excerpt) between 1 and 101),
  created_at timestamptz(3) not null default now(),
  -- Waits for the sender's verification (R-A3): only the sender sees it.
  held boolean not null,
  -- Its email was not stored, because too many of the sender's emails were waiting (R-J1).
  email_failed boolean not null default false,
  -- The recipient deleted the account: the next account with that address does not inherit it (R-A12).
  recipient_deleted boolean not null default false,
  -- The entry that the recipient made of it.
  kept_check_in_id uuid references check_ins on delete set null
);
create index shoutouts_sent on shoutouts (sender_id, created_at desc, id desc);
create index shoutouts_received on shoutouts (recipient_email, created_at desc, id desc)
  where not held and not recipient_deleted;
create index shoutouts_between on shoutouts (sender_id, recipient_email) where not held;
create index shoutouts_of_check_in on shoutouts (check_in_id) where check_in_id is not null;
create index shoutouts_kept on shoutouts (kept_check_in_id) where kept_check_in_id is not null;

-- 1. Owners of addresses -----------------------------------------------------------------------------------------

create function app.verified_addresses_of(person uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select u.email from public.users u where u.id = person and u.email_verified_at is not null
    union all
    select e.email from public.user_emails e where e.user_id = person and e.verified_at is not null)
$$;
revoke all on function app.verified_addresses_of from public;

-- The viewer's verified addresses: what is sent to them is the viewer's (R-A3).
create function app.verified_addresses() returns text[]
language sql stable security definer set search_path = ''
as $$ select app.verified_addresses_of(app.viewer()) $$;
revoke all on function app.verified_addresses from public;
grant execute on function app.verified_addresses to {{app}};

-- Whether email from this user to this address has no limit (R-A8): the owner of the address has written to the user.
create or replace function app.is_connected(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.owns_address(person, address) or exists (
    select 1
    from (select u.id from public.users u where u.email = address and u.email_verified_at is not null
          union all
          select e.user_id from public.user_emails e where e.email = address and e.verified_at is not null) owner
    join public.shoutouts s on s.sender_id = owner.id
      and s.recipient_email = any (app.verified_addresses_of(person)) and not s.held)
$$;

-- The number of items that wait for the viewer to verify their address (R-A3).
create or replace function app.things_waiting() returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int
  from public.users u
  join public.shoutouts s on s.recipient_email = u.email and not s.held and not s.recipient_deleted
  where u.id = app.viewer() and u.email_verified_at is null
$$;

-- The names of those of these users who wrote to the viewer (R-D4).
create function app.sender_names(sender_ids uuid[]) returns table (user_id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.full_name from public.profiles p
  where p.user_id = any (sender_ids) and exists (
    select 1 from public.shoutouts s
    where s.sender_id = p.user_id and s.recipient_email = any (app.verified_addresses())
      and not s.held and not s.recipient_deleted)
$$;
revoke all on function app.sender_names from public;
grant execute on function app.sender_names to {{app}};

-- 2. Sending -----------------------------------------------------------------------------------------------------

-- A shoutout of an unverified sender is held, and no one writes to themselves (R-D3).
create function app.stamp_shoutout() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.owns_address(new.sender_id, new.recipient_email) then
    raise check_violation using message = 'A shoutout goes to someone else.';
  end if;
  new.held := not exists (
    select 1 from public.users u where u.id = new.sender_id and u.email_verified_at is not null);
  return new;
end
$$;
revoke all on function app.stamp_shoutout from public;
create trigger stamp before insert on shoutouts for each row execute function app.stamp_shoutout();

-- What the viewer should know about the email of a shoutout that they sent: held, waiting or failed; otherwise null.
-- The email has the shoutout's id.
create function app.shoutout_email(id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when s.held then 'held'
              when s.email_failed or m.state in ('suppressed', 'refused') then 'failed'
              when m.state = 'waiting' then 'waiting' end
  from public.shoutouts s left join public.mails m on m.id = s.id
  where s.id = shoutout_email.id and s.sender_id = app.viewer()
$$;
revoke all on function app.shoutout_email from public;
grant execute on function app.shoutout_email to {{app}};

create function app.note_shoutout_email_failed(id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set email_failed = true
  where s.id = note_shoutout_email_failed.id and s.sender_id = app.viewer()
$$;
revoke all on function app.note_shoutout_email_failed from public;
grant execute on function app.note_shoutout_email_failed to {{app}};

-- Verification releases emails and shoutouts (R-A3). A shoutout arrives now, so it is dated now.
create or replace function app.release_held_mails(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.shoutouts s set held = false, created_at = clock_timestamp() where s.sender_id = person and s.held;
  select app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m
$$;

-- As in migration 0012; held shoutouts are deleted with the held emails.
create or replace function app.use_recovery(
  token_hash bytea, salt text, proof bytea, session app.new_session,
  out outcome text, out user_id uuid, out ends timestamptz)
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
    return;
  end if;
  user_id := person;
  update public.recovery_tokens t set used_at = now() where t.hash = token_hash;
  update public.users u
  set password_salt = salt, password_digest = app.password_digest(proof),
      email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person;
  perform app.end_access(person);
  if not was_verified then
    delete from public.user_emails e where e.user_id = person;
    delete from public.address_changes c where c.user_id = person;
    -- Held emails and shoutouts may be from someone who had the account before the address was verified.
    delete from public.mails m where m.from_user = person and m.state = 'held';
    delete from public.shoutouts s where s.sender_id = person and s.held;
  end if;
  ends := app.start_session(person, session);
end
$$;

-- 3. Live events -------------------------------------------------------------------------------------------------

-- Notifies the sender and the verified owner of the address.
create function app.announce_shoutouts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line record;
begin
  for line in
    select party.user_id, case when count(*) = 1 then min(party.id::text) else 'many' end as id
    from (
      select c.sender_id as user_id, c.id from changed c where c.sender_id is not null
      union
      select u.id, c.id from changed c join public.users u on u.email = c.recipient_email
      where u.email_verified_at is not null and not c.held and not c.recipient_deleted
      union
      select e.user_id, c.id from changed c join public.user_emails e on e.email = c.recipient_email
      where e.verified_at is not null and not c.held and not c.recipient_deleted
    ) party
    group by party.user_id
  loop
    perform pg_notify('logbook_live', 'shoutouts ' || line.user_id || ' ' || line.id);
  end loop;
  return null;
end
$$;
revoke all on function app.announce_shoutouts from public;
create trigger announce_new after insert on shoutouts
  referencing new table as changed for each statement execute function app.announce_shoutouts();
create trigger announce_change after update on shoutouts
  referencing new table as changed for each statement execute function app.announce_shoutouts();

-- 4. Account deletion --------------------------------------------------------------------------------------------

-- Shoutouts stay with the other party (R-A12): those that the user sent with their recipients, without the sender and
-- the entry; those that the user received with their senders. Without another party, they are deleted.
create function app.leave_shoutouts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  addresses text[] := app.verified_addresses_of(old.id);
begin
  delete from public.shoutouts s where s.sender_id = old.id and (s.held or s.recipient_deleted);
  delete from public.shoutouts s where s.recipient_email = any (addresses) and s.sender_id is null;
  update public.shoutouts s set recipient_deleted = true
  where s.recipient_email = any (addresses) and not s.recipient_deleted and not s.held;
  return old;
end
$$;
revoke all on function app.leave_shoutouts from public;
create trigger leave_shoutouts before delete on users for each row execute function app.leave_shoutouts();

-- 5. Policies ----------------------------------------------------------------------------------------------------

alter table shoutouts enable row level security;

grant select on shoutouts to {{app}};
grant insert (id, sender_id, recipient_email, message, check_in_id, excerpt) on shoutouts to {{app}};
grant update (kept_check_in_id) on shoutouts to {{app}};
create policy own_shoutouts on shoutouts for select to {{app}}
  using (
    sender_id = (select app.viewer())
    or (recipient_email = any ((select app.verified_addresses())::text[]) and not held and not recipient_deleted));
create policy send_shoutouts on shoutouts for insert to {{app}}
  with check (
    sender_id = (select app.viewer())
    and (check_in_id is null
      or exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer()))));
create policy keep_received_shoutouts on shoutouts for update to {{app}}
  using (recipient_email = any ((select app.verified_addresses())::text[]) and not held and not recipient_deleted)
  with check (
    kept_check_in_id is null
    or exists (select 1 from check_ins c where c.id = kept_check_in_id and c.user_id = (select app.viewer())));
