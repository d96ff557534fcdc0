-- Gives the credential of a public vouch its place in a list (app.unused_credential_entry), if it has none. The row is the
-- credential's. No row if the vouch is not public.
create or replace function app.reserve_public_credential(
  wanted uuid, credential uuid, origin text, fresh uuid, candidates int[], most int, signature bytea)
returns table (id uuid, list_id uuid, index int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'reserve_public_credential', wanted::text, credential::text, origin);
  insert into public.credentials (id, vouch_id, user_id, list_id, index)
  select credential, v.id, v.user_id, e.list_id, e.index
  from app.public_vouch(wanted) v, app.unused_credential_entry(v.id, origin, fresh, candidates, most) e;
  return query
    select c.id, c.list_id, c.index from public.credentials c
    where c.vouch_id = (select v.id from app.public_vouch(wanted) v);
end
$$;

grant execute on function app.reserve_public_credential to {{app}};
