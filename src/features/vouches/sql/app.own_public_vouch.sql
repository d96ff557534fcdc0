-- The id under which visitors see a vouch of the viewer. Null unless their public page shows it.
create or replace function app.own_public_vouch(vouch uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select o.public_id from public.vouches o, app.public_vouch(o.public_id)
  where o.id = vouch and o.user_id = (select app.viewer())
$$;

grant execute on function app.own_public_vouch to {{app}};
