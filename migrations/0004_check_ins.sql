-- Check-ins, their files, and how many of them have each #tag.

-- 1. Check-ins ---------------------------------------------------------------------------------------------------

create table check_ins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null default 'entry' check (kind in ('entry', 'goal')),
  content text not null check (length(content) between 1 and 10000),
  -- `searchText` of the content, made by src/features/check-ins/search-rules.ts: ` the words #tag #other `. Each
  -- search term is a part of it, and words begin after a space (R-B3).
  search_text text collate "C" not null,
  emoji text,
  -- The date that the entry is shown under (R-B1). Milliseconds, so that a cursor made from it is exact.
  created_at timestamptz(3) not null default now(),
  recorded_at timestamptz(3) not null default now(),
  -- The last change of any kind. A tab that was offline asks for changes since its last response, so this is the clock
  -- time and not the start of the transaction.
  changed_at timestamptz(3) not null default clock_timestamp(),
  edited_at timestamptz(3),
  -- In the bin, which keeps an entry for 30 days (R-B2).
  deleted_at timestamptz(3),
  -- Maintained by a trigger on log_files (R-B5).
  file_count int not null default 0,
  -- Attached files that are not uploaded yet: [{id, name, size, position}] (R-B4).
  missing_files jsonb not null default '[]' check (jsonb_typeof(missing_files) = 'array'),
  -- Set once entries can be shared. A search filter uses it.
  shared_with_manager boolean not null default false
);
create index check_ins_timeline on check_ins (user_id, created_at desc, id desc) where deleted_at is null;
create index check_ins_deleted on check_ins (user_id, deleted_at desc, id desc) where deleted_at is not null;
create index check_ins_changes on check_ins (user_id, changed_at);
-- Find whether a user has any entry of kind goal, or any shared entry: not every user has them.
create index check_ins_goals on check_ins (user_id) where kind = 'goal' and deleted_at is null;
create index check_ins_shared on check_ins (user_id) where shared_with_manager and deleted_at is null;

alter table check_ins enable row level security;
grant select on check_ins to {{app}};
-- Entries imported from a guest keep their edits and deletions (R-I1).
grant insert (id, user_id, kind, content, search_text, emoji, created_at, edited_at, deleted_at, missing_files)
  on check_ins to {{app}};
grant update (content, search_text, emoji, edited_at, deleted_at, missing_files) on check_ins to {{app}};
create policy own_check_ins on check_ins for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_check_ins on check_ins for insert to {{app}} with check (user_id = (select app.viewer()));
create policy change_own_check_ins on check_ins for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));
-- The purge of entries deleted long ago.
grant select (id, deleted_at), delete on check_ins to {{jobs}};
create policy purge_check_ins on check_ins for all to {{jobs}} using (deleted_at < now() - interval '30 days');

-- 2. Files -------------------------------------------------------------------------------------------------------

create table log_files (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  check_in_id uuid not null references check_ins on delete cascade,
  -- The position among the entry's files, in the order in which they were chosen.
  position int not null default 0,
  file_name text not null check (length(file_name) between 1 and 200),
  file_path text not null unique,
  -- A rendition without metadata, for display (R-B4).
  view_path text unique,
  file_type text not null,
  file_size bigint not null,
  -- Bytes of the rendition, which counts toward the quota like the file.
  view_size bigint not null default 0,
  mime_type text not null,
  preview text not null check (preview in ('image', 'video', 'audio', 'pdf', 'text', 'none')),
  sha256 bytea not null,
  created_at timestamptz(3) not null default now(),
  -- The bytes of a row are stored under its user's id, so a row cannot claim another user's file.
  constraint log_files_own_path check (
    starts_with(file_path, user_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
    and starts_with(view_path, user_id::text || '/') and view_path !~ '(^|/)\.\.?(/|$)')
);
create index log_files_of_check_in on log_files (check_in_id, position, created_at, id);
create index log_files_of_user on log_files (user_id);

alter table log_files enable row level security;
grant select, delete on log_files to {{app}};
grant insert (id, user_id, check_in_id, position, file_name, file_path, view_path, file_type, file_size, view_size,
  mime_type, preview, sha256) on log_files to {{app}};
create policy own_log_files on log_files for select to {{app}} using (user_id = (select app.viewer()));
-- A file can only belong to the viewer's own check-in, whatever its row claims, and not to one in the bin.
create policy write_own_log_files on log_files for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and exists (
      select 1 from check_ins c
      where c.id = check_in_id and c.user_id = (select app.viewer()) and c.deleted_at is null));
create policy remove_own_log_files on log_files for delete to {{app}} using (user_id = (select app.viewer()));
-- The paths that belong to a row, for the sweep of those that do not.
grant select (file_path, view_path) on log_files to {{jobs}};
create policy sweep_log_files on log_files for select to {{jobs}} using (true);

-- 3. Tags --------------------------------------------------------------------------------------------------------

-- How many entries of each user have each #tag (R-B3), maintained by the transaction that changes an entry: counting
-- them in the entries takes as long as reading them all (docs/decisions/0017). app.forget_tags deletes the rows of a
-- deleted user: a foreign key would be checked for every tag written.
create table tag_counts (
  user_id uuid not null,
  tag text collate "C" not null,
  -- Entries on the timeline, without those in the bin.
  entries int not null,
  primary key (user_id, tag)
);
create index tag_counts_most_used on tag_counts (user_id, entries desc, tag);
alter table tag_counts enable row level security;
grant select on tag_counts to {{app}};
create policy own_tag_counts on tag_counts for select to {{app}} using (user_id = (select app.viewer()));

-- Changes that are not added to the counts yet. If every entry updated the tag's row directly, writers would wait for
-- each other and the row's versions would pile up. A count is the sum of both tables.
create table tag_changes (
  user_id uuid not null,
  tag text collate "C" not null,
  entries int not null
);
create index tag_changes_of_user on tag_changes (user_id);
alter table tag_changes enable row level security;
grant select on tag_changes to {{app}};
create policy own_tag_changes on tag_changes for select to {{app}} using (user_id = (select app.viewer()));
