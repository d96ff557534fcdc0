-- Which of these ids are shoutouts that the viewer sent or received.
create or replace function app.own_shoutouts_among(ids uuid[]) returns setof uuid
language sql stable set search_path = ''
as $$ select s.id from public.shoutouts s where s.id = any (ids) $$;

grant execute on function app.own_shoutouts_among to {{app}};
