-- Entries can be edited and deleted; a deleted one is kept for 30 days (R-B2).

alter table check_ins
  add column edited_at timestamptz(3),
  add column deleted_at timestamptz(3);

drop index check_ins_timeline;
create index check_ins_timeline on check_ins (user_id, created_at desc, id desc) where deleted_at is null;
create index check_ins_deleted on check_ins (user_id, deleted_at desc, id desc) where deleted_at is not null;

grant update (content, emoji, edited_at, deleted_at) on check_ins to {{app}};

-- Files of an entry in the bin can be neither added nor downloaded.
drop policy write_own_log_files on log_files;
create policy write_own_log_files on log_files for insert to {{app}}
  with check (
    user_id = (select app.viewer())
    and exists (
      select 1 from check_ins c
      where c.id = check_in_id and c.user_id = (select app.viewer()) and c.deleted_at is null));
grant delete on log_files to {{app}};
create policy remove_own_log_files on log_files for delete to {{app}} using (user_id = (select app.viewer()));

create or replace function app.log_file_for(viewer uuid, file uuid)
returns table (file_name text, file_path text, view_path text, file_size bigint, mime_type text, preview text, sha256 bytea)
language sql stable security definer set search_path = ''
as $$
  select f.file_name, f.file_path, f.view_path, f.file_size, f.mime_type, f.preview, f.sha256
  from public.log_files f join public.check_ins c on c.id = f.check_in_id
  where f.id = file and f.user_id = viewer and c.deleted_at is null
$$;

-- The purge. A sweep then deletes the bytes that no row refers to.
grant select (id, deleted_at), delete on check_ins to {{jobs}};
create policy purge_check_ins on check_ins for all to {{jobs}} using (deleted_at < now() - interval '30 days');
