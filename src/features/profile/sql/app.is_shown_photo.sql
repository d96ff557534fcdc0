-- Whether a stored photo is its user's current one. An older one, or one of a deleted account, is no longer public.
create or replace function app.is_shown_photo(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.profiles p where p.user_id = person and p.avatar_url = address)
$$;

grant execute on function app.is_shown_photo to {{app}};
