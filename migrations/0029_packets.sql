-- Review packets: a period of a user's log as a document that its reader can check (R-M1 to R-M6).

-- How often an entry was edited. Entries edited before this column count once.
alter table check_ins add column edits int not null default 0;

create table packets (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The packet as its owner edits it: title, period, introduction, groups of items (src/features/packets/contract.ts).
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  -- Counts the changes of the draft. A change names the one that it is based on.
  revision int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (id, user_id)
);
create index packets_of_user on packets (user_id, updated_at desc, id);

-- What was published. A version never changes (R-M2).
create table packet_versions (
  packet_id uuid not null,
  user_id uuid not null references users on delete cascade,
  number int not null check (number > 0),
  -- The signed document, in its canonical form: its bytes are what the signature and the hash are about.
  packet_json text not null,
  sha256 bytea not null,
  -- The files that readers can open, in the order of their numbers in the packet's addresses.
  files uuid[] not null,
  published_at timestamptz(3) not null,
  primary key (packet_id, number),
  foreign key (packet_id, user_id) references packets (id, user_id) on delete cascade
);
create index packet_versions_of_user on packet_versions (user_id);

-- One link for each published packet, by the hash of its token (R-M3). The token is computed from the seed.
create table packet_links (
  packet_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  seed uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  foreign key (packet_id, user_id) references packets (id, user_id) on delete cascade
);
create index packet_links_of_user on packet_links (user_id);

-- How often readers opened a packet, without who they are. Days are those of the owner's time zone.
create table packet_opens (
  packet_id uuid not null,
  user_id uuid not null references users on delete cascade,
  day date not null,
  count int not null,
  primary key (packet_id, day),
  foreign key (packet_id, user_id) references packets (id, user_id) on delete cascade
);
create index packet_opens_of_user on packet_opens (user_id);

-- The keys that the instance has signed packets with. Neither role reads or writes the rows.
create table signing_keys (
  id text primary key,
  public_key bytea not null,
  -- Sealed by the application. Null once the key is retired.
  sealed_private_key bytea,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);
-- One key signs at a time.
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;
alter table signing_keys enable row level security;

alter table packets enable row level security;
grant select, delete on packets to {{app}};
grant insert (id, user_id, draft) on packets to {{app}};
grant update (draft, revision, updated_at) on packets to {{app}};
create policy own_packets on packets for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_packets on packets for insert to {{app}} with check (user_id = (select app.viewer()));
create policy change_own_packets on packets for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
create policy delete_own_packets on packets for delete to {{app}} using (user_id = (select app.viewer()));

alter table packet_versions enable row level security;
grant select on packet_versions to {{app}};
grant insert (packet_id, user_id, number, packet_json, sha256, files, published_at) on packet_versions to {{app}};
create policy own_packet_versions on packet_versions for select to {{app}} using (user_id = (select app.viewer()));
create policy publish_own_packets on packet_versions for insert to {{app}}
  with check (user_id = (select app.viewer()));

alter table packet_links enable row level security;
grant select (packet_id, user_id, seed, expires_at, ended_at) on packet_links to {{app}};
grant insert (packet_id, user_id, seed, token_hash, expires_at) on packet_links to {{app}};
grant update (seed, token_hash, expires_at, ended_at) on packet_links to {{app}};
create policy own_packet_links on packet_links for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_packet_links on packet_links for insert to {{app}} with check (user_id = (select app.viewer()));
create policy change_own_packet_links on packet_links for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));

alter table packet_opens enable row level security;
grant select on packet_opens to {{app}};
create policy own_packet_opens on packet_opens for select to {{app}} using (user_id = (select app.viewer()));
