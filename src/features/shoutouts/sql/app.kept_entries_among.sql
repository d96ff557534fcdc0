-- Which of these entries of the viewer contain a shoutout that they kept, even one that they have deleted since.
create or replace function app.kept_entries_among(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct s.kept_check_in_id
  from public.shoutouts s
  where s.kept_check_in_id = any (ids)
    and exists (select from public.check_ins c where c.id = s.kept_check_in_id and c.user_id = (select app.viewer()));
$$;

grant execute on function app.kept_entries_among to {{app}};
