-- Deletes the bytes of replaced and purged résumés by a job of the same transaction, as app.remove_bytes does.
create or replace function app.remove_resume_bytes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('remove-resumes', json_build_object('paths', json_agg(d.file_path)))
  from deleted d
  where exists (select 1 from public.users u where u.id = d.user_id)
  having count(*) > 0;
  return null;
end
$$;

create or replace trigger remove_bytes after delete on resumes
  referencing old table as deleted for each statement execute function app.remove_resume_bytes();
