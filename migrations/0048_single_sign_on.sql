-- Identities at a provider of single sign-on, and which sessions they began (R-Q1).

create table provider_identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The provider, and its name for the person: together, they never change.
  issuer text not null,
  subject text not null,
  -- What the person recognizes it by: their address there, or another name. It proves nothing.
  label text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  unique (issuer, subject),
  -- An account has one identity of each provider.
  unique (user_id, issuer)
);
alter table provider_identities enable row level security;
grant select on provider_identities to {{app}};
create policy own_provider_identities on provider_identities for select to {{app}}
  using (user_id = (select app.viewer()) and not (select app.by_token()));

-- The sessions that an identity began, so that the provider can end them.
create table provider_sessions (
  session_id uuid primary key references sessions on delete cascade,
  identity_id uuid not null references provider_identities on delete cascade,
  -- The provider's own session. Null: it does not name any.
  sid text
);
create index provider_sessions_of_identity on provider_sessions (identity_id);
alter table provider_sessions enable row level security;

-- It takes the issuer now, so that the provider counts as a way to sign in.
drop function if exists app.remove_passkey(uuid, uuid, text, bytea);
