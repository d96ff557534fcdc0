-- Whether a user may read a file: of their own entry, or of one that a member shares with them (R-E3).
create or replace function app.reads_log_file(person uuid, file uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.log_files f join public.check_ins c on c.id = f.check_in_id
    where f.id = file and c.deleted_at is null
      and case when f.user_id = person then true
               when c.shared_with_manager then app.sees_entry(person, f.user_id, c.manager_email, c.recorded_at)
               else false end)
$$;
