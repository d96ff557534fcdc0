-- The user whose public logbook has this link, now or until it was replaced less than 90 days ago (R-F6). Null if there
-- is none, if it is private, or if its owner has not verified their address.
create or replace function app.public_user(wanted text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select p.user_id from public.public_profiles p
  where p.slug = wanted
    or p.user_id = (select e.user_id from public.earlier_slugs e where e.slug = wanted and e.ends_at > now())
  order by p.slug = wanted desc
  limit 1
$$;
