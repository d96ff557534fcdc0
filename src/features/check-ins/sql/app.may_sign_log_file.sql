-- Whether the viewer gets a signed URL of a file: one of their own, even while its entry is in the bin and the URL
-- leads to nothing, or one that they may read.
create or replace function app.may_sign_log_file(file uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.log_files f where f.id = file and f.user_id = app.viewer())
    or app.reads_log_file(app.viewer(), file)
$$;

grant execute on function app.may_sign_log_file to {{app}};
