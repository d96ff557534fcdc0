-- The links of public logbooks whose owners allow search engines, by slug, after the given one.
create or replace function app.listed_logbooks(after text, most int) returns setof text
language sql stable security definer set search_path = ''
as $$
  select p.slug from public.public_profiles p
  where p.allows_search and p.slug > after
  order by p.slug
  limit most
$$;

grant execute on function app.listed_logbooks to {{app}};
