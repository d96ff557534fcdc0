-- Authenticator apps, whose codes are a second factor, and the browsers that are not asked for one for a while (R-Q2).

create table authenticator_apps (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  -- Under APP_SECRET: only the application can check a code.
  sealed_secret bytea not null,
  -- The time step of the last code that was used: it and earlier ones are refused.
  last_step bigint not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
alter table authenticator_apps enable row level security;
-- Never the secret or the step.
grant select (id, user_id, created_at, last_used_at) on authenticator_apps to {{app}};
create policy own_authenticator_apps on authenticator_apps for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));

create table remembered_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of what the cookie of the browser has.
  hash bytea not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  unique (user_id, hash)
);
create index expired_remembered_devices on remembered_devices (expires_at);
alter table remembered_devices enable row level security;
grant select (id, user_id, user_agent, created_at, expires_at), delete on remembered_devices to {{app}};
create policy own_remembered_devices on remembered_devices for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy forget_own_remembered_devices on remembered_devices for delete to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
grant select, delete on remembered_devices to {{jobs}};
create policy sweep_remembered_devices on remembered_devices for all to {{jobs}} using (expires_at < now());
