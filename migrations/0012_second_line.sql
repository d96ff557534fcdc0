-- The database role as a second line of defense (docs/decisions/0016): what SQL as {{app}} can do without a session.
-- A function that acts for the viewer requires a viewer. A function that acts on a token requires its hash. Everything
-- else that touches user data requires a signature that only the application can create.

-- 1. Signed calls --------------------------------------------------------------------------------------------------

-- Two independent keys for a nested hash, as in HMAC. The application reads them at startup as the schema's owner.
create table app.call_keys (inner_key bytea not null, outer_key bytea not null);
insert into app.call_keys
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
       sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
alter table app.call_keys enable row level security;

-- Refuses a call whose parts the application has not signed. Each part is hashed first, to keep the parts separate.
create function app.require_signature(signature bytea, variadic parts text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  keys app.call_keys;
  message bytea;
begin
  select * into strict keys from app.call_keys;
  select string_agg(sha256(convert_to(coalesce(p.part, ''), 'UTF8')), '' order by p.place) into message
  from unnest(parts) with ordinality p(part, place);
  -- Both sides are hashed again with the key, so that the comparison's timing reveals nothing about the correct value.
  if sha256(keys.outer_key || coalesce(signature, ''))
    <> sha256(keys.outer_key || sha256(keys.outer_key || sha256(keys.inner_key || message)))
  then
    raise insufficient_privilege using message = 'The call is not signed by the application.';
  end if;
end
$$;
revoke all on function app.require_signature from public;

-- 2. Passwords -----------------------------------------------------------------------------------------------------

-- The application computes argon2id with the salt and sends the result, the proof. The table stores a keyed digest of
-- the proof: nothing that the application role can read, and no row of users, is enough to sign in.
create table app.password_key (value bytea not null);
insert into app.password_key
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
alter table app.password_key enable row level security;

-- Equal digests mean equal proofs. Without the key, a digest cannot be predicted, so comparing two leaks nothing.
create function app.password_digest(proof bytea) returns bytea
language sql stable security definer set search_path = ''
as $$ select sha256(k.value || sha256(k.value || proof)) from app.password_key k $$;
revoke all on function app.password_digest from public;

alter table users
  -- Algorithm, parameters and salt, such as $argon2id$v=19$m=47104,t=1,p=1$c2FsdA. Parameters differ between rows if
  -- the strength was raised. Null: the account has no password, because its owner restored the address.
  add column password_salt text check (length(password_salt) <= 200),
  add column password_digest bytea,
  add check ((password_salt is null) = (password_digest is null));
update users
set password_salt = regexp_replace(password_hash, '\$[^$]*$', ''),
    password_digest = app.password_digest(decode(substring(password_hash from '[^$]*$') || '=', 'base64'))
where password_hash is not null;
alter table users drop column password_hash;

drop function app.credentials_of;
drop function app.is_password_of;

-- The salt to compute a proof with. An unknown address also gets one, always the same, so that nothing after this call
-- distinguishes it from a known address (R-A5). `strength`: algorithm and parameters of new passwords.
create function app.password_salt(address text, strength text, signature bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'password_salt', address);
  return coalesce(
    (select u.password_salt from public.users u where u.email = address),
    (select strength || '$' || rtrim(encode(substr(sha256(k.value || convert_to(address, 'UTF8')), 1, 16), 'base64'), '=')
     from app.password_key k));
end
$$;
revoke all on function app.password_salt from public;
grant execute on function app.password_salt to {{app}};

-- Whether the proof matches the viewer's password.
create function app.is_own_password(proof bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.users u where u.id = app.viewer() and u.password_digest = app.password_digest(proof))
$$;
revoke all on function app.is_own_password from public;
grant execute on function app.is_own_password to {{app}};

-- Locks the user's row if the password still has this proof; false otherwise. The lock lasts until the transaction
-- ends, so that a concurrent password change either comes first or ends what this transaction starts.
create function app.holds_password(person uuid, proof bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.users u
  where u.id = person and u.password_digest = app.password_digest(proof) for update;
  return found;
end
$$;
revoke all on function app.holds_password from public;

-- 3. Sessions ------------------------------------------------------------------------------------------------------

create type app.new_session as (
  id uuid,
  access_hash bytea,
  access_life interval,
  refresh_hash bytea,
  refresh_life interval,
  user_agent text,
  ip text,
  time_zone text,
  -- Maximum sessions of one user. Beyond it, the least recently used one ends.
  most int
);

-- Starts a session and returns when its access token ends. No role may call it: a session starts inside the function
-- that checks the password, creates the account or uses the recovery link.
drop function app.start_session;
create function app.start_session(owner uuid, session app.new_session) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ends timestamptz(3) := now() + session.access_life;
begin
  -- Serialized, so that the count is exact.
  perform pg_advisory_xact_lock(hashtextextended('sessions of ' || owner, 0));
  delete from public.sessions s
  where s.id in (
    select old.id from public.sessions old where old.user_id = owner
    order by old.last_used_at desc, old.id desc offset session.most - 1);
  insert into public.sessions
    (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, ip)
  values (session.id, owner, session.access_hash, ends, session.refresh_hash, now() + session.refresh_life,
    session.user_agent, session.ip);
  update public.profiles p set time_zone = session.time_zone
  where p.user_id = owner and session.time_zone is not null and p.time_zone is distinct from session.time_zone;
  return ends;
end
$$;
revoke all on function app.start_session from public;

-- Starts a session if the proof matches the password; nulls otherwise. The signature keeps guesses within the rate
-- limits of the application.
create function app.sign_in(
  address text, proof bytea, session app.new_session, signature bytea, out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'sign_in', address, encode(proof, 'hex'), session.id::text);
  select u.id into user_id from public.users u
  where u.email = address and u.password_digest = app.password_digest(proof) for share;
  if found then
    ends := app.start_session(user_id, session);
  end if;
end
$$;
revoke all on function app.sign_in from public;
grant execute on function app.sign_in to {{app}};

-- Creates user and profile; false if the address already has an account (R-A4).
drop function app.create_account;
create function app.add_account(
  id uuid, address text, salt text, proof bytea, full_name text, time_zone text, verified boolean)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.is_address_taken(address, add_account.id) then
    return false;
  end if;
  insert into public.users (id, email, password_salt, password_digest, email_verified_at)
  values (add_account.id, address, salt, app.password_digest(proof), case when verified then now() end)
  on conflict (email) do nothing;
  if not found then
    return false;
  end if;
  insert into public.profiles (user_id, full_name, email, time_zone)
  values (add_account.id, add_account.full_name, address, add_account.time_zone);
  return true;
end
$$;
revoke all on function app.add_account from public;

-- Creates an account and its first session. Returns when the access token ends, or null if the address is taken. Only
-- the application knows whether sign-ups are open and whether an address counts as verified.
create function app.create_account(
  id uuid, address text, salt text, proof bytea, full_name text, verified boolean, session app.new_session,
  signature bytea)
returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'create_account', create_account.id::text, address, verified::text);
  if app.add_account(create_account.id, address, salt, proof, create_account.full_name, session.time_zone, verified) then
    return app.start_session(create_account.id, session);
  end if;
  return null;
end
$$;
revoke all on function app.create_account from public;
grant execute on function app.create_account to {{app}};

-- Sets the password by an emailed link and starts a session. The link proves the address: all earlier sessions and
-- links end, and so do the extra addresses of an account that was unverified until now (R-A4). Person and end are set
-- if the outcome is "good".
drop function app.use_recovery;
create function app.use_recovery(
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
    -- Held emails may be from someone who had the account before the address was verified.
    delete from public.mails m where m.from_user = person and m.state = 'held';
  end if;
  ends := app.start_session(person, session);
end
$$;
revoke all on function app.use_recovery from public;
grant execute on function app.use_recovery to {{app}};

-- 4. Actions that ask for the password again -----------------------------------------------------------------------

-- Sets the viewer's new password, with a proof of the current one. Returns how many live sessions ended besides the one
-- to keep; null if that one has ended, or the password was changed in the meantime.
drop function app.change_password;
create function app.change_password(proof bytea, new_salt text, new_proof bytea, keep uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  ended int;
begin
  if not app.holds_password(person, proof)
    or not exists (select 1 from public.sessions s where s.id = keep and s.user_id = person)
  then
    return null;
  end if;
  update public.users u set password_salt = new_salt, password_digest = app.password_digest(new_proof)
  where u.id = person;
  perform app.end_recoveries(person);
  with gone as (
    delete from public.sessions s where s.user_id = person and s.id <> keep returning s.refresh_expires_at)
  select count(*) into ended from gone where gone.refresh_expires_at > now();
  return ended;
end
$$;
revoke all on function app.change_password from public;
grant execute on function app.change_password to {{app}};

-- The only caller of the swap of migration 0005, with a proof of the password (R-A9). No row: also if the password was
-- changed in the meantime.
alter function app.make_primary rename to swap_primary;
revoke all on function app.swap_primary from {{app}};
create function app.make_primary(extra uuid, undo_hash bytea, life interval, asking uuid, proof bytea)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.holds_password(app.viewer(), proof) then
    return query select * from app.swap_primary(extra, undo_hash, life, asking);
  end if;
end
$$;
revoke all on function app.make_primary from public;
grant execute on function app.make_primary to {{app}};

-- Restores an address as the primary one, by the link emailed to it. Someone else had the password, so the password,
-- sessions, links, extra addresses and later undo links end, and a recovery link is stored for the address. Outcomes:
-- undone, unknown (also if used), expired.
create or replace function app.undo_address_change(undo_hash bytea, recovery_hash bytea, recovery_life interval)
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
    update public.users u
    set email = c.old_address, email_verified_at = now(), password_salt = null, password_digest = null
    where u.id = c.user_id;
    update public.profiles p set email = c.old_address where p.user_id = c.user_id;
    perform app.end_access(c.user_id);
    insert into public.recovery_tokens (hash, user_id, address, expires_at)
    values (recovery_hash, c.user_id, c.old_address, clock_timestamp() + recovery_life);
  end if;
  return next;
end
$$;

-- Deletes the viewer's account. If the sign-in is older than an hour, a proof of the password is required (R-A12).
-- Outcomes: deleted, password needed (also for a wrong one), gone (the calling session has ended).
alter function app.delete_account rename to remove_account;
revoke all on function app.remove_account from {{app}};
create function app.delete_account(asking uuid, proof bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  signed_in timestamptz;
begin
  select s.signed_in_at into signed_in from public.sessions s where s.id = asking and s.user_id = app.viewer();
  if not found then
    return 'gone';
  elsif signed_in < now() - interval '1 hour' and not app.is_own_password(proof) then
    return 'password needed';
  end if;
  return case when app.remove_account() then 'deleted' else 'gone' end;
end
$$;
revoke all on function app.delete_account from public;
grant execute on function app.delete_account to {{app}};

-- 5. Calls that only the application can justify -------------------------------------------------------------------

-- These functions move to a schema that no role may use. The functions that the roles call check the signature first.
create schema unsigned;
revoke all on schema unsigned from public;

-- An attempt counts against an address, account or network.
alter function app.take_try set schema unsigned;
revoke all on function unsigned.take_try from {{app}};
create function app.take_try(kind text, key text, most int, within interval, signature bytea)
returns table (try_id bigint, wait int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'take_try', kind, key, most::text);
  return query select * from unsigned.take_try(kind, key, most, within);
end
$$;
revoke all on function app.take_try from public;
grant execute on function app.take_try to {{app}};

alter function app.settle_tries set schema unsigned;
revoke all on function unsigned.settle_tries from {{app}};
create function app.settle_tries(ids bigint[], failed boolean, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'settle_tries', array_to_string(ids, ','), failed::text);
  perform unsigned.settle_tries(ids, failed);
end
$$;
revoke all on function app.settle_tries from public;
grant execute on function app.settle_tries to {{app}};

-- The application emails the token of this link: anyone able to store the hash of a known token could verify any
-- address.
alter function app.note_verification set schema unsigned;
revoke all on function unsigned.note_verification from {{app}};
create function app.note_verification(token_hash bytea, life interval, extra uuid, signature bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'note_verification', encode(token_hash, 'hex'), extra::text);
  return unsigned.note_verification(token_hash, life, extra);
end
$$;
revoke all on function app.note_verification from public;
grant execute on function app.note_verification to {{app}};

alter function app.post_mail set schema unsigned;
revoke all on function unsigned.post_mail from {{app}}, {{jobs}};
create function app.post_mail(
  id uuid, recipient text, kind text, asked boolean, subject text, body bytea, from_name text, reply_to text,
  message_id text, about_user uuid, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'post_mail', post_mail.id::text, recipient, kind, asked::text, subject, encode(sha256(body), 'hex'),
    from_name, reply_to, message_id, about_user::text);
  return unsigned.post_mail(
    post_mail.id, recipient, kind, asked, subject, body, from_name, reply_to, message_id, about_user);
end
$$;
revoke all on function app.post_mail from public;
grant execute on function app.post_mail to {{app}}, {{jobs}};

-- The application has checked the signature of the link in the email.
drop function app.stop_mail, app.want_mail, app.is_mail_stopped;
create function app.stop_mail(address text, signature bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.require_signature(signature, 'stop_mail', stop_mail.address);
  insert into public.mail_suppressions (address) values (stop_mail.address) on conflict do nothing;
$$;
create function app.want_mail(address text, signature bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.require_signature(signature, 'want_mail', want_mail.address);
  delete from public.mail_suppressions s where s.address = want_mail.address;
$$;
create function app.is_mail_stopped(address text, signature bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.require_signature(signature, 'is_mail_stopped', is_mail_stopped.address);
  select exists (select 1 from public.mail_suppressions s where s.address = is_mail_stopped.address);
$$;
revoke all on function app.stop_mail, app.want_mail, app.is_mail_stopped from public;
grant execute on function app.stop_mail, app.want_mail, app.is_mail_stopped to {{app}};

-- The application has checked the signature of the file's URL, which names the viewer.
alter function app.log_file_for set schema unsigned;
revoke all on function unsigned.log_file_for from {{app}};
create function app.log_file_for(viewer uuid, file uuid, signature bytea)
returns table (file_name text, file_path text, view_path text, file_size bigint, mime_type text, preview text, sha256 bytea)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'log_file_for', viewer::text, file::text);
  return query select * from unsigned.log_file_for(viewer, file);
end
$$;
revoke all on function app.log_file_for from public;
grant execute on function app.log_file_for to {{app}};

-- The bytes of a row are stored under its user's id, so a row cannot claim another user's file.
alter table log_files
  add constraint log_files_own_path check (
    starts_with(file_path, user_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
    and starts_with(view_path, user_id::text || '/') and view_path !~ '(^|/)\.\.?(/|$)');

-- 6. Jobs ----------------------------------------------------------------------------------------------------------

-- The jobs that a request may add, and the keys of their payloads. `user_id` is always the viewer.
create table app.request_jobs (task text primary key, payload_keys text[] not null);
alter table app.request_jobs enable row level security;
insert into app.request_jobs values ('send-recovery', '{email}');

-- Adds a job of a request in the caller's transaction. The functions of this schema and the job role keep using
-- app.enqueue.
revoke all on function app.enqueue from {{app}};
create function app.enqueue_request(task text, payload json, job_key text, run_at timestamptz, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'enqueue_request', task, payload::text, job_key);
  if json_typeof(payload) <> 'object'
    or not exists (
      select 1 from app.request_jobs r
      where r.task = enqueue_request.task
        and r.payload_keys @> array(select json_object_keys(enqueue_request.payload)))
  then
    raise insufficient_privilege using message = format('A request adds no job %L with this payload.', task);
  elsif payload ->> 'user_id' is not null and (payload ->> 'user_id')::uuid is distinct from app.viewer() then
    raise insufficient_privilege using message = 'A request adds no job for another user.';
  end if;
  perform app.enqueue(task, payload, job_key, run_at);
end
$$;
revoke all on function app.enqueue_request from public;
grant execute on function app.enqueue_request to {{app}};
