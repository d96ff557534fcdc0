-- The user whose public logbook has this link, or had it and keeps it for a while after replacing it (R-F6). Null if there
-- is none, if it is private, or if its owner has not verified their address.
create or replace function app.public_user(wanted text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_user uuid;
begin
  select p.user_id into found_user from public.public_profiles p where p.slug = wanted;
  if found_user is null then
    select p.user_id into found_user from public.earlier_slugs e join public.public_profiles p using (user_id)
      where e.slug = wanted and e.ends_at > now();
  end if;
  return found_user;
end
$$;
