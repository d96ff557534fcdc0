-- Whether a user's public page is on (R-F5). The first slug turns it on (app.take_slug). Slugs from before this migration
-- were chosen before there was a page to agree to: their pages stay off until their users turn them on.

alter table profiles
  add column is_public boolean not null default false,
  -- Search engines may list the page.
  add column allows_search boolean not null default false,
  add constraint profiles_public_link check (slug is not null or not is_public);
grant update (is_public, allows_search) on profiles to {{app}};
