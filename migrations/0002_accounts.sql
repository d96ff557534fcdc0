-- Accounts: users, their profiles, addresses and sessions, and the links that are emailed to them. Links are stored as
-- hashes, single-use and short-lived (R-A11). A job sweeps ended rows.

-- 1. Users and profiles ------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  -- An address proves nothing until it is verified (R-A3).
  email_verified_at timestamptz(3),
  -- Algorithm, parameters and salt, such as $argon2id$v=19$m=47104,t=1,p=1$c2FsdA. Parameters differ between rows if
  -- the strength was raised. Null: the account has no password, because its owner restored the address.
  password_salt text check (length(password_salt) <= 200),
  password_digest bytea,
  created_at timestamptz(3) not null default now(),
  check ((password_salt is null) = (password_digest is null))
);
alter table users enable row level security;
grant select (id, email, email_verified_at, created_at) on users to {{app}};
create policy own_user on users for select to {{app}} using (id = (select app.viewer()));

create table profiles (
  user_id uuid primary key references users on delete cascade,
  full_name text not null check (length(full_name) <= 80),
  phone_number text check (length(phone_number) <= 40),
  -- A photo's bytes are under profile-photos/{user}/.
  avatar_url text check (length(avatar_url) <= 2000),
  slug text unique check (slug = lower(slug)),
  -- The tutorial has not been closed or finished yet.
  is_new boolean not null default true,
  email text not null,
  -- IANA name from the browser at the last sign-in, for emails and reports (R-A14).
  time_zone text,
  created_at timestamptz(3) not null default now(),
  constraint profiles_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40)
);
alter table profiles enable row level security;
grant select, update (full_name, phone_number, avatar_url, is_new) on profiles to {{app}};
create policy own_profile on profiles for select to {{app}} using (user_id = (select app.viewer()));
create policy change_own_profile on profiles for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
-- The photos in use, for the sweep of those that are not.
grant select (user_id, avatar_url) on profiles to {{jobs}};
create policy sweep_photos on profiles for select to {{jobs}} using (avatar_url like '/api/storage/public/%');

-- Earlier slugs. For 90 days, each redirects to the new one, and no other user gets it (R-F6).
create table earlier_slugs (
  slug text primary key,
  user_id uuid not null references users on delete cascade,
  ends_at timestamptz(3) not null
);
create index earlier_slugs_of_user on earlier_slugs (user_id);
create index earlier_slugs_by_end on earlier_slugs (ends_at);
alter table earlier_slugs enable row level security;
grant select on earlier_slugs to {{app}};
create policy own_earlier_slugs on earlier_slugs for select to {{app}} using (user_id = (select app.viewer()));
grant select (slug, ends_at), delete on earlier_slugs to {{jobs}};
create policy sweep_earlier_slugs on earlier_slugs for all to {{jobs}} using (ends_at < now());

create table feedback (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  message text not null check (length(message) between 1 and 5000),
  user_email text not null,
  user_name text not null,
  created_at timestamptz(3) not null default now()
);
create index feedback_of_user on feedback (user_id);
alter table feedback enable row level security;
grant select, insert (id, user_id, message, user_email, user_name) on feedback to {{app}};
create policy own_feedback on feedback for select to {{app}} using (user_id = (select app.viewer()));
create policy give_feedback on feedback for insert to {{app}} with check (user_id = (select app.viewer()));

-- 2. Sessions ----------------------------------------------------------------------------------------------------

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
alter table sessions enable row level security;
grant select (id, user_id, access_expires_at, refresh_expires_at, signed_in_at, last_used_at, user_agent, ip), delete
  on sessions to {{app}};
create policy own_sessions on sessions for select to {{app}} using (user_id = (select app.viewer()));
create policy end_own_session on sessions for delete to {{app}} using (user_id = (select app.viewer()));
grant select (id, refresh_expires_at), delete on sessions to {{jobs}};
create policy sweep_sessions on sessions for all to {{jobs}} using (refresh_expires_at < now());

-- What the functions that start a session are given.
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

-- Used refresh tokens. Reuse after the grace period revokes the whole family (R-A6).
create table spent_refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  spent_at timestamptz(3) not null default now()
);
create index spent_refresh_tokens_of_session on spent_refresh_tokens (session_id);
create index spent_refresh_tokens_by_age on spent_refresh_tokens (spent_at);
alter table spent_refresh_tokens enable row level security;
grant select (spent_at), delete on spent_refresh_tokens to {{jobs}};
create policy sweep_spent_refresh_tokens on spent_refresh_tokens for all to {{jobs}}
  using (spent_at < now() - interval '60 days');

-- 3. Addresses ---------------------------------------------------------------------------------------------------

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
alter table user_emails enable row level security;
grant select on user_emails to {{app}};
create policy own_user_emails on user_emails for select to {{app}} using (user_id = (select app.viewer()));

-- Links that prove an address (R-A3, R-A4). Only an account's newest link works.
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
alter table verification_tokens enable row level security;
grant select (expires_at), delete on verification_tokens to {{jobs}};
create policy sweep_verification_tokens on verification_tokens for all to {{jobs}}
  using (expires_at < now() - interval '1 day');

-- Links that set a new password. Only an account's newest link works.
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
alter table recovery_tokens enable row level security;
grant select (expires_at), delete on recovery_tokens to {{jobs}};
create policy sweep_recovery_tokens on recovery_tokens for all to {{jobs}}
  using (expires_at < now() - interval '1 day');

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
alter table address_changes enable row level security;
grant select (user_id, old_address, created_at, expires_at, used_at) on address_changes to {{app}};
create policy own_address_changes on address_changes for select to {{app}} using (user_id = (select app.viewer()));
grant select (expires_at), delete on address_changes to {{jobs}};
create policy sweep_address_changes on address_changes for all to {{jobs}}
  using (expires_at < now() - interval '1 day');
