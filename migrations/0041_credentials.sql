-- Verified vouches as signed credentials, and the lists that say which of them are revoked (R-P1 to R-P3).

-- Whether the reference agreed, while confirming, that the domain of their mailbox is named (R-P1).
alter table vouches add column names_domain boolean not null default false
  check (not names_domain or status = 'verified');

-- They get another parameter or another column.
drop function if exists app.answer_vouch(bytea, boolean, text, text, text);
drop function if exists app.vouch_link(bytea);
drop function if exists app.signing_keys();

-- Since when others may have had the key. What it signed proves nothing anymore (R-P2).
alter table signing_keys add column compromised_at timestamptz(3);

-- A list of the statuses of credentials. Its address contains its id, which is random.
create table credential_lists (
  id uuid primary key,
  -- The instance's address when the list was made: addresses of lists never change.
  origin text not null,
  created_at timestamptz(3) not null default now(),
  -- The newest signed form, and the indexes that it shows as revoked, as their hash.
  signed_json text,
  signed_digest bytea,
  key_id text,
  signed_at timestamptz(3)
);
alter table credential_lists enable row level security;

-- An index of a list that is in use. It stays when its credential is deleted, and names no one.
create table credential_entries (
  list_id uuid not null references credential_lists,
  index int not null check (index >= 0),
  revoked_at timestamptz(3),
  primary key (list_id, index)
);
create index credential_entries_revoked on credential_entries (list_id, index) where revoked_at is not null;
alter table credential_entries enable row level security;

create table credentials (
  id uuid primary key,
  vouch_id uuid not null unique references vouches on delete cascade,
  user_id uuid not null references users on delete cascade,
  list_id uuid not null,
  index int not null,
  -- The signed forms. Null until the first one is made; then they never change.
  credential_json text,
  jwt text,
  issuer text,
  key_id text,
  issued_at timestamptz(3),
  unique (list_id, index),
  foreign key (list_id, index) references credential_entries,
  check ((credential_json is null) = (issued_at is null))
);
create index credentials_of_user on credentials (user_id);

alter table credentials enable row level security;
grant select on credentials to {{app}};
grant insert (id, vouch_id, user_id, list_id, index) on credentials to {{app}};
grant update (credential_json, jwt, issuer, key_id, issued_at) on credentials to {{app}};
create policy own_credentials on credentials for select to {{app}} using (user_id = (select app.viewer()));
create policy issue_own_credentials on credentials for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and exists (
      select 1 from vouches v
      where v.id = vouch_id and v.user_id = (select app.viewer()) and v.status = 'verified'));
-- Only what is not signed yet: app.guard_credential.
create policy sign_own_credentials on credentials for update to {{app}} using (user_id = (select app.viewer()));
