-- Programs that a user has allowed to use the log (OAuth 2.1), and what the authorization server keeps of them (R-Q4).

create table connected_apps (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the grant's id.
  grant_hash bytea not null unique,
  client_id text not null check (length(client_id) <= 2048),
  -- As the program calls itself.
  name text not null check (length(name) between 1 and 60),
  -- Whose program it is, as far as its address proves it. Null: nothing does.
  host text check (length(host) <= 255),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  -- What it may use: the server for assistants, or the API.
  audience text not null check (audience in ('mcp', 'api')),
  created_at timestamptz(3) not null default now(),
  -- The user has chosen it.
  expires_at timestamptz(3) not null,
  -- The session that allowed it.
  session_id uuid
);
create index connected_apps_of_user on connected_apps (user_id);
create index connected_apps_of_client on connected_apps (client_id);
create index connected_apps_by_end on connected_apps (expires_at);
create index connected_apps_of_session on connected_apps (session_id) where session_id is not null;
alter table connected_apps enable row level security;
-- Never the hash.
grant select (id, user_id, client_id, name, host, scopes, audience, created_at, expires_at, session_id), delete
  on connected_apps to {{app}};
grant insert (id, user_id, grant_hash, client_id, name, host, scopes, audience, expires_at, session_id)
  on connected_apps to {{app}};
create policy own_connected_apps on connected_apps for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
create policy create_own_connected_apps on connected_apps for insert to {{app}}
  with check (user_id = (select app.viewer()) and not (select app.by_token()));
create policy end_own_connected_apps on connected_apps for delete to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));
grant select (id, expires_at), delete on connected_apps to {{jobs}};
create policy sweep_connected_apps on connected_apps for all to {{jobs}} using (expires_at < now());

-- Requests, codes, tokens, grants and registered programs. Only functions that the application signs reach it.
create table oauth_records (
  kind text not null,
  -- SHA-256 of what the program holds.
  id_hash bytea not null,
  -- Ends with the grant.
  grant_hash bytea references connected_apps (grant_hash) on delete cascade,
  -- Of a registered program.
  client_id text,
  -- Encrypted under APP_SECRET.
  sealed bytea not null check (length(sealed) <= 65536),
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (kind, id_hash)
);
create index oauth_records_of_grant on oauth_records (grant_hash) where grant_hash is not null;
create index oauth_records_by_end on oauth_records (expires_at);
alter table oauth_records enable row level security;
grant select (kind, client_id, expires_at), delete on oauth_records to {{jobs}};
-- A registered program stays while someone has connected it. The job of one instance sees no user's rows, so a function asks.
create function app.is_connected_client(client text) returns boolean language sql stable as $$ select true $$;
grant execute on function app.is_connected_client to {{jobs}};
create policy sweep_oauth_records on oauth_records for all to {{jobs}}
  using (expires_at < now() and (client_id is null or not app.is_connected_client(client_id)));

-- The current token of a connected app is an API token. Null: the user created it.
alter table api_tokens add connection_id uuid references connected_apps on delete cascade;
create unique index api_tokens_of_connection on api_tokens (connection_id) where connection_id is not null;
-- Null: it may use everything that its scopes allow.
alter table api_tokens add audience text check (audience in ('mcp', 'api'));
grant select (connection_id) on api_tokens to {{app}};
