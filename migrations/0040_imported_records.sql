-- Shoutouts and vouches that another instance recorded, as the archive of their owner says. Nothing here is checked, so only
-- their owner sees them.

create table imported_records (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('shoutout', 'vouch')),
  -- The origin of the instance, such as https://logbook.example.org. Empty: the archive does not say.
  origin text collate "C" not null check (length(origin) <= 300),
  original_id uuid not null,
  -- When it was sent, or verified, at the other instance.
  at timestamptz(3) not null,
  -- The row of the archive, as JSON. Never changed.
  record text not null check (length(record) <= 65536),
  imported_at timestamptz(3) not null default now(),
  unique (user_id, kind, original_id, origin)
);
create index imported_records_newest on imported_records (user_id, kind, at desc, id desc);
alter table imported_records enable row level security;
grant select, delete on imported_records to {{app}};
grant insert (id, user_id, kind, origin, original_id, at, record) on imported_records to {{app}};
create policy own_imported_records on imported_records for select to {{app}} using (user_id = (select app.viewer()));
create policy add_own_imported_records on imported_records for insert to {{app}}
  with check (user_id = (select app.viewer()));
create policy remove_own_imported_records on imported_records for delete to {{app}}
  using (user_id = (select app.viewer()));
