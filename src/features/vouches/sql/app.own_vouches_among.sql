-- Which of these ids are vouches of the viewer, deleted ones that can be restored included.
create or replace function app.own_vouches_among(ids uuid[]) returns setof uuid
language sql stable set search_path = ''
as $$ select v.id from public.vouches v where v.id = any (ids) and v.user_id = (select app.viewer()) $$;

grant execute on function app.own_vouches_among to {{app}};
