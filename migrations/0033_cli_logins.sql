-- Sign-ins of the command line that wait for their user's approval, for minutes (R-N7).

create table cli_logins (
  id uuid primary key,
  -- SHA-256 of the code with which the program asks for the result, and a keyed hash of the short one that the user types.
  device_hash bytea not null unique,
  code_hash bytea not null unique,
  -- What the program calls itself, and where its request came from.
  name text not null check (length(name) between 1 and 60),
  ip text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Who typed the code last, and may decide.
  user_id uuid references users on delete cascade,
  decision text check (decision in ('approved', 'refused')),
  -- The API token, encrypted, until the program takes it. Approving creates it.
  sealed_token bytea,
  check ((decision = 'approved') = (sealed_token is not null) or decision is null)
);
create index cli_logins_of_user on cli_logins (user_id);
create index cli_logins_by_expiry on cli_logins (expires_at);
alter table cli_logins enable row level security;
grant select (id, user_id, name, ip, created_at, expires_at, decision), update (decision, sealed_token)
  on cli_logins to {{app}};
create policy own_cli_logins on cli_logins for select to {{app}} using (user_id = (select app.viewer()));
create policy decide_own_cli_logins on cli_logins for update to {{app}} using (user_id = (select app.viewer()));
