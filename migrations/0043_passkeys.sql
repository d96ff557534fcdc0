-- Passkeys, the codes that replace a lost one, and when a session last proved whose it is (R-Q2, R-Q3).

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Zero if the authenticator does not count.
  sign_count bigint not null,
  transports text[] not null,
  -- The host that it works for.
  rp_id text not null,
  name text not null default 'Passkey' check (length(name) between 1 and 60),
  -- Whether it can be copied to other devices, and has been.
  multi_device boolean not null,
  backed_up boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  -- Of its last use, or else of its creation.
  user_agent text
);
create index passkeys_of_user on passkeys (user_id);
alter table passkeys enable row level security;
-- Never the key or the counter.
grant select (id, user_id, credential_id, transports, rp_id, name, multi_device, backed_up, created_at, last_used_at, user_agent),
  update (name) on passkeys to {{app}};
create policy own_passkeys on passkeys for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy rename_own_passkeys on passkeys for update to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()))
  with check (user_id = (select app.viewer()) and not (select app.by_token()));

-- Challenges that a passkey has answered: each works once. SHA-256 of the challenge.
create table spent_challenges (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
alter table spent_challenges enable row level security;
grant select, delete on spent_challenges to {{jobs}};
create policy sweep_spent_challenges on spent_challenges for all to {{jobs}} using (expires_at < now());

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the code.
  hash bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, hash)
);
alter table recovery_codes enable row level security;
-- Never the hash.
grant select (user_id, created_at, used_at) on recovery_codes to {{app}};
create policy own_recovery_codes on recovery_codes for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));

-- Null: by its sign-in.
alter table sessions add confirmed_at timestamptz(3);
grant select (confirmed_at) on sessions to {{app}};
