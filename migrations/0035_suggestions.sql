-- Suggestions: what may become an entry once its user accepts it (R-O1 to R-O4).

-- 1. Suggestions -------------------------------------------------------------------------------------------------

create table suggestions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('api', 'cli', 'mcp', 'email', 'git', 'github', 'gitlab', 'calendar', 'linkedin',
    'csv', 'markdown', 'day-one', 'memos', 'bragdoc', 'json-resume', 'logbook')),
  source_id text collate "C" not null check (length(source_id) between 1 and 200),
  -- SHA-256 of both, as settled_suggestions keeps it (`keyOf` in src/features/suggestions/rules.ts).
  hash bytea not null check (length(hash) = 32),
  -- The date of the source.
  at timestamptz(3) not null,
  content text not null check (length(content) between 1 and 10000),
  emoji text,
  group_name text check (length(group_name) <= 200),
  reason text check (length(reason) <= 200),
  url text check (length(url) <= 2000),
  created_at timestamptz(3) not null default now(),
  -- Accepted or dismissed. The row stays for an hour, for Undo.
  settled_at timestamptz(3),
  -- The entry that it became. Null: it is open, or was dismissed.
  check_in_id uuid,
  unique (user_id, source, source_id),
  unique (user_id, hash),
  unique (id, user_id)
);
create index suggestions_open on suggestions (user_id, at desc, id desc) where settled_at is null;
create index suggestions_by_age on suggestions (created_at);
create index suggestions_settled on suggestions (settled_at) where settled_at is not null;
alter table suggestions enable row level security;
grant select on suggestions to {{app}};
grant insert (id, user_id, source, source_id, hash, at, content, emoji, group_name, reason, url) on suggestions to {{app}};
grant update (settled_at, check_in_id) on suggestions to {{app}};
create policy own_suggestions on suggestions for select to {{app}} using (user_id = (select app.viewer()));
create policy add_own_suggestions on suggestions for insert to {{app}} with check (user_id = (select app.viewer()));
create policy settle_own_suggestions on suggestions for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
-- The purge.
grant select (id, created_at, settled_at), delete on suggestions to {{jobs}};
create policy purge_suggestions on suggestions for all to {{jobs}}
  using (created_at < now() - interval '90 days' or settled_at < now() - interval '1 hour');

-- 2. What was accepted or dismissed ------------------------------------------------------------------------------

-- Only a hash of what a suggestion was, so that importing it again does not suggest it again (R-O2).
create table settled_suggestions (
  user_id uuid not null references users on delete cascade,
  hash bytea not null check (length(hash) = 32),
  settled_at timestamptz(3) not null default now(),
  primary key (user_id, hash)
);
alter table settled_suggestions enable row level security;
grant select, delete on settled_suggestions to {{app}};
grant insert (user_id, hash) on settled_suggestions to {{app}};
create policy own_settled_suggestions on settled_suggestions for select to {{app}}
  using (user_id = (select app.viewer()));
create policy settle_own on settled_suggestions for insert to {{app}} with check (user_id = (select app.viewer()));
create policy unsettle_own on settled_suggestions for delete to {{app}} using (user_id = (select app.viewer()));

-- 3. Files -------------------------------------------------------------------------------------------------------

-- Files of open suggestions. Accepting one moves the row to log_files, under the same id; the bytes stay where they are.
create table suggestion_files (
  id uuid primary key,
  user_id uuid not null,
  suggestion_id uuid not null,
  position int not null default 0,
  file_name text not null check (length(file_name) between 1 and 200),
  file_path text not null unique,
  view_path text unique,
  file_type text not null,
  file_size bigint not null,
  view_size bigint not null default 0,
  mime_type text not null,
  preview text not null check (preview in ('image', 'video', 'audio', 'pdf', 'text', 'none')),
  sha256 bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Both in one key: a file cannot belong to another user's suggestion.
  foreign key (suggestion_id, user_id) references suggestions (id, user_id) on delete cascade,
  constraint suggestion_files_own_path check (
    starts_with(file_path, user_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
    and starts_with(view_path, user_id::text || '/') and view_path !~ '(^|/)\.\.?(/|$)')
);
create index suggestion_files_of_suggestion on suggestion_files (suggestion_id, position, id);
create index suggestion_files_of_user on suggestion_files (user_id);
alter table suggestion_files enable row level security;
grant select, delete on suggestion_files to {{app}};
grant insert (id, user_id, suggestion_id, position, file_name, file_path, view_path, file_type, file_size, view_size,
  mime_type, preview, sha256) on suggestion_files to {{app}};
create policy own_suggestion_files on suggestion_files for select to {{app}} using (user_id = (select app.viewer()));
create policy add_own_suggestion_files on suggestion_files for insert to {{app}}
  with check (user_id = (select app.viewer()));
create policy remove_own_suggestion_files on suggestion_files for delete to {{app}}
  using (user_id = (select app.viewer()));

-- 4. Entries say where they came from (R-O3) ---------------------------------------------------------------------

grant insert (source, source_name) on check_ins to {{app}};
-- Validated separately, so that writers do not wait while all rows are read.
alter table check_ins drop constraint check_ins_source_check;
alter table check_ins add constraint check_ins_source_check check (source in ('api', 'cli', 'mcp', 'email', 'share', 'git',
  'github', 'gitlab', 'calendar', 'linkedin', 'csv', 'markdown', 'day-one', 'memos', 'bragdoc', 'json-resume', 'logbook'))
  not valid;
