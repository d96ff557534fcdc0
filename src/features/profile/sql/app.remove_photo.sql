-- Deletes the bytes of a photo that its owner has replaced or removed, as app.remove_bytes does.
create or replace function app.remove_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('remove-photos', json_build_object('paths',
    array[substr(old.avatar_url, length('/api/storage/public/profile-photos/') + 1)]));
  return null;
end
$$;

create or replace trigger remove_photo after update of avatar_url on profiles for each row
  when (old.avatar_url is distinct from new.avatar_url
    and starts_with(old.avatar_url, '/api/storage/public/profile-photos/' || old.user_id || '/'))
  execute function app.remove_photo();
