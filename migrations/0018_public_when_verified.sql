-- app.take_slug gets another type, which cannot be changed in place.
drop function if exists app.take_slug(text);

-- A public logbook is shown once its owner's primary address is verified (R-A3, R-F5).
create or replace view public_profiles with (security_invoker = true) as
  select user_id, full_name, avatar_url, slug, allows_search, time_zone
  from profiles p
  where is_public and slug is not null
    and exists (select from users u where u.id = p.user_id and u.email_verified_at is not null);
