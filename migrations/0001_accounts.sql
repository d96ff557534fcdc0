-- Accounts, profiles, sessions, and the basis of all later tables: the viewer of a transaction, limits, live events.
-- {{app}} and {{jobs}} are the roles of the request pool and of the job worker. The app role owns nothing. The policies
-- below limit what it can see; only the functions of schema app bypass them.

create schema app;
revoke all on schema app from public;
grant usage on schema app to {{app}}, {{jobs}};
revoke create on schema public from public;
grant usage on schema public to {{app}}, {{jobs}};

-- 1. Tables ------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  -- An address proves nothing until it is verified (R-A3).
  email_verified_at timestamptz(3),
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);

create table profiles (
  user_id uuid primary key references users on delete cascade,
  full_name text not null check (length(full_name) <= 80),
  phone_number text check (length(phone_number) <= 40),
  avatar_url text check (length(avatar_url) <= 2000),
  slug text unique check (slug = lower(slug)),
  -- The tutorial has not been closed or finished yet.
  is_new boolean not null default true,
  email text not null,
  -- IANA name from the browser at the last sign-in, for emails and reports (R-A14).
  time_zone text,
  created_at timestamptz(3) not null default now()
);

-- Each row is one signed-in device: a family of rotating tokens (R-A6). Only SHA-256 hashes are stored.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  access_hash bytea not null unique,
  access_expires_at timestamptz(3) not null,
  refresh_hash bytea not null unique,
  refresh_expires_at timestamptz(3) not null,
  -- Requests in flight during the rotation still carry the previous access token.
  previous_access_hash bytea unique,
  rotated_at timestamptz(3),
  signed_in_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  user_agent text,
  ip text
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (refresh_expires_at);

-- Used refresh tokens. Reuse after the grace period revokes the whole family (R-A6).
create table spent_refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  spent_at timestamptz(3) not null default now()
);
create index spent_refresh_tokens_of_session on spent_refresh_tokens (session_id);
create index spent_refresh_tokens_by_age on spent_refresh_tokens (spent_at);

-- Rate-limited attempts (R-A5, R-A8). A pending attempt is in progress and counts until it is settled.
create table limit_hits (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  at timestamptz(3) not null default clock_timestamp(),
  pending boolean not null default false
);
create index limit_hits_by_key on limit_hits (kind, key, at);
create index limit_hits_by_age on limit_hits (at);

-- 2. The viewer --------------------------------------------------------------------------------------------------

-- The viewer of a transaction is a setting with a proof that only app.enter can create. A statement that only changes
-- the setting does not set a viewer.
create table app.viewer_secret (value bytea not null);
insert into app.viewer_secret
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- The proof is valid only for this connection and this transaction, and depends on a secret. The function can be
-- inlined by the planner into the statements below.
create function app.viewer_proof(secret bytea, person uuid) returns text
language sql stable
as $$
  select encode(
    sha256(secret || uuid_send(person) || int4send(pg_backend_pid()) || timestamptz_send(now())), 'hex')
$$;
revoke all on function app.viewer_proof from public;

create function app.viewer() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  claim text := current_setting('app.viewer', true);
  person uuid;
  proof text;
begin
  if claim is null or claim = '' then
    return null;
  end if;
  person := substr(claim, 1, 36);
  select app.viewer_proof(s.value, person) into proof from app.viewer_secret s;
  return case when substr(claim, 37) = proof then person end;
end
$$;
revoke all on function app.viewer from public;
grant execute on function app.viewer to {{app}};

-- Sets the viewer of this transaction from an access token's hash and returns it; nulls: no live session. With
-- `writes`, the commit does not wait for the disk: the caller does, together with other callers.
create function app.enter(
  token_hash bytea, writes boolean default false,
  out user_id uuid, out session_id uuid, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  proof text;
  ignored text;
begin
  select s.user_id, s.id, s.access_expires_at, app.viewer_proof(k.value, s.user_id)
  into user_id, session_id, expires_at, proof
  from public.sessions s, app.viewer_secret k
  where s.access_hash = token_hash and s.access_expires_at > now();
  if not found then
    select s.user_id, s.id, s.access_expires_at, app.viewer_proof(k.value, s.user_id)
    into user_id, session_id, expires_at, proof
    from public.sessions s, app.viewer_secret k
    where s.previous_access_hash = token_hash and s.rotated_at > now() - interval '10 seconds';
  end if;
  -- Assignments, because they cost a fraction of a statement.
  ignored := set_config('app.viewer', coalesce(user_id || proof, ''), true);
  if writes then
    ignored := set_config('synchronous_commit', 'off', true);
  end if;
end
$$;
revoke all on function app.enter from public;
grant execute on function app.enter to {{app}};

-- 3. Live events and jobs ----------------------------------------------------------------------------------------

-- Notifies all processes of a change: "kind owner id", or the id "many" for several rows of one owner. Under 200 bytes.
create function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line record;
begin
  -- The common case is separate, because a loop costs twice as much.
  select min(user_id::text) as user_id, min(id::text) as id, count(*) as count into line from changed;
  if line.count = 1 then
    perform pg_notify('logbook_live', tg_table_name || ' ' || line.user_id || ' ' || line.id);
    return null;
  end if;
  for line in
    select user_id, case when count(*) = 1 then min(id::text) else 'many' end as id from changed group by user_id
  loop
    perform pg_notify('logbook_live', tg_table_name || ' ' || line.user_id || ' ' || line.id);
  end loop;
  return null;
end
$$;
revoke all on function app.announce from public;

create trigger announce_end after delete on sessions
  referencing old table as changed for each statement execute function app.announce();

-- Adds a job in the caller's transaction: it runs if, and only if, that transaction commits (R-J1).
create function app.enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    identifier => task, payload => payload, job_key => enqueue.job_key, run_at => enqueue.run_at);
end
$$;
revoke all on function app.enqueue from public;
grant execute on function app.enqueue to {{app}}, {{jobs}};

-- 4. Limits ------------------------------------------------------------------------------------------------------

-- Starts one more attempt of `kind` by `key` as pending. Returns its id, or a null id and the seconds to wait: 0 means
-- that attempts in progress use up the limit, but may still be refunded. Exact under concurrent callers.
create function app.take_try(kind text, key text, most int, within interval)
returns table (try_id bigint, wait int)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  counted int;
  under_way int;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(take_try.kind || ' ' || take_try.key, 0));
  -- An attempt whose process died counts as failed after a while.
  select count(*) filter (where not h.pending or h.at < clock_timestamp() - interval '30 seconds'),
         count(*) filter (where h.pending and h.at >= clock_timestamp() - interval '30 seconds'),
         min(h.at)
    into counted, under_way, oldest
  from public.limit_hits h
  where h.kind = take_try.kind and h.key = take_try.key and h.at > clock_timestamp() - within;
  if counted >= most then
    wait := greatest(1, ceil(extract(epoch from oldest + within - clock_timestamp()))::int);
  elsif counted + under_way >= most then
    wait := 0;
  else
    insert into public.limit_hits (kind, key, pending) values (take_try.kind, take_try.key, true)
    returning id into try_id;
  end if;
  return next;
end
$$;
revoke all on function app.take_try from public;
grant execute on function app.take_try to {{app}};

-- Settles attempts: failed ones keep counting, the others are refunded.
create function app.settle_tries(ids bigint[], failed boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.limit_hits set pending = false where settle_tries.failed and id = any (ids);
  delete from public.limit_hits where not settle_tries.failed and id = any (ids);
$$;
revoke all on function app.settle_tries from public;
grant execute on function app.settle_tries to {{app}};

-- 5. Accounts: before there is a viewer ----------------------------------------------------------------------------

create function app.credentials_of(address text)
returns table (user_id uuid, password_hash text)
language sql stable security definer set search_path = ''
as $$ select u.id, u.password_hash from public.users u where u.email = address $$;
revoke all on function app.credentials_of from public;
grant execute on function app.credentials_of to {{app}};

-- Creates user and profile; false if the address already has an account (R-A4).
create function app.create_account(
  id uuid, address text, password_hash text, full_name text, time_zone text, verified boolean)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
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
revoke all on function app.create_account from public;
grant execute on function app.create_account to {{app}};

create function app.any_account() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.users) $$;
revoke all on function app.any_account from public;
grant execute on function app.any_account to {{app}};

-- If the user already has `most` sessions, ends the least recently used one.
create function app.start_session(
  id uuid, owner uuid, access_hash bytea, access_life interval, refresh_hash bytea, refresh_life interval,
  user_agent text, ip text, time_zone text, most int)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ends timestamptz(3) := now() + access_life;
begin
  -- Serialized, so that the count is exact.
  perform pg_advisory_xact_lock(hashtextextended('sessions of ' || owner, 0));
  delete from public.sessions s
  where s.id in (
    select old.id from public.sessions old where old.user_id = owner
    order by old.last_used_at desc, old.id desc offset most - 1);
  insert into public.sessions
    (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, ip)
  values (start_session.id, owner, start_session.access_hash, ends, start_session.refresh_hash,
    now() + refresh_life, start_session.user_agent, start_session.ip);
  update public.profiles p set time_zone = start_session.time_zone
  where p.user_id = owner and start_session.time_zone is not null and p.time_zone is distinct from start_session.time_zone;
  return ends;
end
$$;
revoke all on function app.start_session from public;
grant execute on function app.start_session to {{app}};

-- Rotates the tokens of a family (R-A6). The new token is derived from the old one, so reusing the old token within the
-- grace period finds its successor in place. Any other reuse revokes the family.
create function app.rotate_session(
  old_refresh bytea, new_access bytea, access_life interval, new_refresh bytea, refresh_life interval)
returns table (user_id uuid, session_id uuid, expires_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  spent record;
begin
  update public.sessions s
  -- An expired access token stays expired.
  set previous_access_hash = case when s.access_expires_at > now() then s.access_hash end,
      access_hash = new_access, access_expires_at = now() + access_life,
      refresh_hash = new_refresh, refresh_expires_at = now() + refresh_life,
      rotated_at = clock_timestamp(), last_used_at = now()
  where s.refresh_hash = old_refresh and s.refresh_expires_at > now()
  returning s.user_id, s.id, s.access_expires_at into user_id, session_id, expires_at;
  if found then
    insert into public.spent_refresh_tokens (hash, session_id) values (old_refresh, rotate_session.session_id);
    return next;
    return;
  end if;

  select t.session_id, t.spent_at into spent from public.spent_refresh_tokens t where t.hash = old_refresh;
  if not found then
    return;
  end if;
  select s.user_id, s.id, s.access_expires_at into user_id, session_id, expires_at
  from public.sessions s
  where s.id = spent.session_id and s.refresh_hash = new_refresh
    and spent.spent_at > clock_timestamp() - interval '10 seconds';
  if found then
    return next;
    return;
  end if;
  delete from public.sessions s where s.id = spent.session_id;
end
$$;
revoke all on function app.rotate_session from public;
grant execute on function app.rotate_session to {{app}};

-- 6. Policies ----------------------------------------------------------------------------------------------------

alter table users enable row level security;
alter table profiles enable row level security;
alter table sessions enable row level security;
alter table spent_refresh_tokens enable row level security;
alter table limit_hits enable row level security;
alter table app.viewer_secret enable row level security;

grant select (id, email, email_verified_at, created_at) on users to {{app}};
create policy own_user on users for select to {{app}} using (id = (select app.viewer()));

grant select on profiles to {{app}};
create policy own_profile on profiles for select to {{app}} using (user_id = (select app.viewer()));

grant select (id, user_id, access_expires_at, refresh_expires_at, signed_in_at, last_used_at, user_agent, ip), delete
  on sessions to {{app}};
create policy own_sessions on sessions for select to {{app}} using (user_id = (select app.viewer()));
create policy end_own_session on sessions for delete to {{app}} using (user_id = (select app.viewer()));

-- A job sweeps ended rows.
grant select (id, refresh_expires_at), delete on sessions to {{jobs}};
create policy sweep_sessions on sessions for all to {{jobs}} using (refresh_expires_at < now());
grant select (spent_at), delete on spent_refresh_tokens to {{jobs}};
create policy sweep_spent_refresh_tokens on spent_refresh_tokens for all to {{jobs}}
  using (spent_at < now() - interval '60 days');
grant select (id, at), delete on limit_hits to {{jobs}};
create policy sweep_limit_hits on limit_hits for all to {{jobs}} using (at < now() - interval '1 day');
