-- Check-ins and their files.

create table check_ins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null default 'entry' check (kind in ('entry', 'goal')),
  content text not null check (length(content) between 1 and 10000),
  emoji text,
  -- The date that the entry is shown under (R-B1). Milliseconds, so that a cursor made from it is exact.
  created_at timestamptz(3) not null default now(),
  recorded_at timestamptz(3) not null default now(),
  -- The last change of any kind. A tab that was offline asks for changes since its last response, so this is the clock
  -- time and not the start of the transaction.
  changed_at timestamptz(3) not null default clock_timestamp(),
  -- Maintained by a trigger on log_files (R-B5).
  file_count int not null default 0,
  -- Attached files that are not uploaded yet: [{id, name, size}] (R-B4).
  missing_files jsonb not null default '[]' check (jsonb_typeof(missing_files) = 'array')
);
create index check_ins_timeline on check_ins (user_id, created_at desc, id desc);
create index check_ins_changes on check_ins (user_id, changed_at);

create table log_files (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  check_in_id uuid not null references check_ins on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  file_path text not null unique,
  -- A rendition without metadata, for display (R-B4).
  view_path text unique,
  file_type text not null,
  file_size bigint not null,
  mime_type text not null,
  preview text not null check (preview in ('image', 'video', 'audio', 'pdf', 'none')),
  sha256 bytea not null,
  created_at timestamptz(3) not null default now()
);
create index log_files_of_check_in on log_files (check_in_id, created_at, id);
create index log_files_of_user on log_files (user_id);

-- recorded_at is never rewritten and changed_at follows every change (R-B1).
create function app.stamp_check_in() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := clock_timestamp();
  new.recorded_at := old.recorded_at;
  return new;
end
$$;
revoke all on function app.stamp_check_in from public;
create trigger stamp before update on check_ins for each row execute function app.stamp_check_in();

create function app.count_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.check_ins c
    set file_count = c.file_count + 1,
        missing_files = coalesce(
          (select jsonb_agg(f) from jsonb_array_elements(c.missing_files) f where f ->> 'id' <> new.id::text), '[]')
    where c.id = new.check_in_id;
  else
    update public.check_ins c set file_count = c.file_count - 1 where c.id = old.check_in_id;
  end if;
  return null;
end
$$;
revoke all on function app.count_files from public;
create trigger count_files after insert or delete on log_files for each row execute function app.count_files();

create trigger announce_new after insert on check_ins
  referencing new table as changed for each statement execute function app.announce();
create trigger announce_change after update on check_ins
  referencing new table as changed for each statement execute function app.announce();
create trigger announce_end after delete on check_ins
  referencing old table as changed for each statement execute function app.announce();

alter table check_ins enable row level security;
alter table log_files enable row level security;

grant select on check_ins to {{app}};
grant insert (id, user_id, kind, content, emoji, created_at, missing_files) on check_ins to {{app}};
grant update (missing_files) on check_ins to {{app}};
create policy own_check_ins on check_ins for select to {{app}} using (user_id = (select app.viewer()));
create policy write_own_check_ins on check_ins for insert to {{app}} with check (user_id = (select app.viewer()));
create policy change_own_check_ins on check_ins for update to {{app}}
  using (user_id = (select app.viewer())) with check (user_id = (select app.viewer()));

grant select on log_files to {{app}};
grant insert (id, user_id, check_in_id, file_name, file_path, view_path, file_type, file_size, mime_type, preview, sha256)
  on log_files to {{app}};
create policy own_log_files on log_files for select to {{app}} using (user_id = (select app.viewer()));
-- A file can only belong to the viewer's own check-in, whatever its row claims.
create policy write_own_log_files on log_files for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and exists (select 1 from check_ins c where c.id = check_in_id and c.user_id = (select app.viewer())));

-- The paths that belong to a row, for the sweep of those that do not.
grant select (file_path, view_path) on log_files to {{jobs}};
create policy sweep_log_files on log_files for select to {{jobs}} using (true);

-- A signed URL is served with the current rights of its viewer; no row if access was lost.
create function app.log_file_for(viewer uuid, file uuid)
returns table (file_name text, file_path text, view_path text, file_size bigint, mime_type text, preview text, sha256 bytea)
language sql stable security definer set search_path = ''
as $$
  select f.file_name, f.file_path, f.view_path, f.file_size, f.mime_type, f.preview, f.sha256
  from public.log_files f
  where f.id = file and f.user_id = viewer
$$;
revoke all on function app.log_file_for from public;
grant execute on function app.log_file_for to {{app}};
