-- The basis of all tables: schemas, secrets of the database, rate limits. {{app}} and {{jobs}} are the roles of the
-- request pool and of the job worker. They own nothing. Policies limit what they can see; only the functions of schema
-- app bypass them, each of which is a file in migrations/functions.

create schema app;
revoke all on schema app from public;
grant usage on schema app to {{app}}, {{jobs}};
-- Functions that no role may call: the functions of schema app that the roles call check a signature first.
create schema unsigned;
revoke all on schema unsigned from public;
revoke create on schema public from public;
grant usage on schema public to {{app}}, {{jobs}};

-- 1. The viewer --------------------------------------------------------------------------------------------------

-- The viewer of a transaction is a setting with a proof that only app.enter can create. A statement that only changes
-- the setting does not set a viewer.
create table app.viewer_secret (value bytea not null);
alter table app.viewer_secret enable row level security;
insert into app.viewer_secret
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Declared for the policies; its file in migrations/functions replaces the body.
create function app.viewer() returns uuid language sql stable as $$ select null::uuid $$;
revoke all on function app.viewer from public;

-- 2. Signed calls and passwords ----------------------------------------------------------------------------------

-- Two independent keys for a nested hash, as in HMAC. The application reads them at startup as the schema's owner.
create table app.call_keys (inner_key bytea not null, outer_key bytea not null);
alter table app.call_keys enable row level security;
insert into app.call_keys
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
       sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The application computes argon2id with the salt and sends the result, the proof. The table stores a keyed digest of
-- the proof: nothing that the application role can read, and no row of users, is enough to sign in.
create table app.password_key (value bytea not null);
alter table app.password_key enable row level security;
insert into app.password_key
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- 3. Jobs and rate limits ----------------------------------------------------------------------------------------

-- The jobs that a request may add, and the keys of their payloads. `user_id` is always the viewer.
create table app.request_jobs (task text primary key, payload_keys text[] not null);
alter table app.request_jobs enable row level security;
insert into app.request_jobs values ('send-recovery', '{email}');

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
alter table limit_hits enable row level security;
grant select (id, at), delete on limit_hits to {{jobs}};
create policy sweep_limit_hits on limit_hits for all to {{jobs}} using (at < now() - interval '1 day');
