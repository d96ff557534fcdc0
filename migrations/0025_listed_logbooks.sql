-- Public logbooks that search engines may list, for the sitemap.
create index profiles_listed on profiles (slug) where is_public and allows_search and slug is not null;
