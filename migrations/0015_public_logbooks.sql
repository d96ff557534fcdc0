-- Public logbooks: what anyone may see of a user who has published their page (R-F5, R-F8).

-- No role can read the view: a public logbook is found by its link only, through functions, and never listed.
create view public_profiles with (security_invoker = true) as
  select user_id, full_name, avatar_url, slug, allows_search, time_zone
  from profiles
  where is_public and slug is not null;

-- The vouches of a public logbook, newest first.
create index vouches_public on vouches (user_id, verified_at desc)
  where status = 'verified' and deleted_at is null;
