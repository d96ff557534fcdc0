-- API tokens (R-N1), and where an entry came from (R-N2).

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token.
  hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  -- How entries that come by the token say so.
  source text not null default 'api' check (source in ('api', 'cli')),
  created_at timestamptz(3) not null default now(),
  -- Null: it never expires.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  user_agent text,
  ip text,
  -- What counts toward the limits of requests, since when.
  counted_from timestamptz(3) not null default now(),
  reads int not null default 0,
  writes int not null default 0
);
create index api_tokens_of_user on api_tokens (user_id);
alter table api_tokens enable row level security;
-- Never the hash, not even that of the viewer's own token.
grant select (id, user_id, name, scopes, source, created_at, expires_at, last_used_at, user_agent, ip), delete
  on api_tokens to {{app}};
grant insert (id, user_id, name, hash, scopes, source, expires_at) on api_tokens to {{app}};
create policy own_api_tokens on api_tokens for select to {{app}} using (user_id = (select app.viewer()));
create policy create_own_api_tokens on api_tokens for insert to {{app}} with check (user_id = (select app.viewer()));
create policy end_own_api_tokens on api_tokens for delete to {{app}} using (user_id = (select app.viewer()));

-- Null for an entry that was written in the app. The name is that of the token at the time.
alter table check_ins add source text check (source in ('api', 'cli', 'mcp', 'email', 'share'));
alter table check_ins add source_name text check (length(source_name) <= 60);
