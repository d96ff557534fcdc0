-- app.take_slug gets another type, which cannot be changed in place.
drop function if exists app.take_slug(text);

-- A public logbook is shown once its owner's primary address is verified (R-A3, R-F5).
create or replace view public_profiles with (security_invoker = true) as
  select p.user_id, p.full_name, p.avatar_url, p.slug, p.allows_search, p.time_zone
  from profiles p join users u on u.id = p.user_id
  where p.is_public and p.slug is not null and u.email_verified_at is not null;
