-- Profile photos: bytes under profile-photos/{user}/, referred to by avatar_url.

-- Whether a stored photo is its user's current one. An older one, or one of a deleted account, is no longer public.
create function app.is_shown_photo(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.profiles p where p.user_id = person and p.avatar_url = address)
$$;
revoke all on function app.is_shown_photo from public;
grant execute on function app.is_shown_photo to {{app}};

-- The photos in use, for the sweep of those that are not.
grant select (user_id, avatar_url) on profiles to {{jobs}};
create policy sweep_photos on profiles for select to {{jobs}} using (avatar_url like '/api/storage/public/%');
