-- app.unused_credential_entry for a vouch of the viewer. No row for other vouches.
create or replace function app.take_credential_entry(
  vouch uuid, origin text, fresh uuid, candidates int[], most int)
returns table (list_id uuid, index int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from app.own_vouches_among(array[vouch])) then
    return query
      select e.list_id, e.index from app.unused_credential_entry(vouch, origin, fresh, candidates, most) e;
  end if;
end
$$;

grant execute on function app.take_credential_entry to {{app}};
