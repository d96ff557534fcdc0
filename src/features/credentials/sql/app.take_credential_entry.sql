-- app.unused_credential_entry for a vouch of the viewer.
create or replace function app.take_credential_entry(
  vouch uuid, origin text, fresh uuid, candidates int[], most int)
returns table (list_id uuid, index int)
language sql volatile security definer set search_path = ''
as $$
  select e.list_id, e.index from app.unused_credential_entry(vouch, origin, fresh, candidates, most) e
  where app.viewer() is not null
$$;

grant execute on function app.take_credential_entry to {{app}};
