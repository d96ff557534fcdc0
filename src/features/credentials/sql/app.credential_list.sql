-- A list as it was last signed, for everyone. `revoked`: the indexes to sign, with their digest, if it must be signed again:
-- `is_changed`, because they are others, or because the key is compromised; or it is older than `life`. No row for an unknown list.
create or replace function app.credential_list(list uuid, life interval)
returns table (origin text, signed_json text, is_changed boolean, digest bytea, revoked int[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  l public.credential_lists;
begin
  select * into l from public.credential_lists o where o.id = list;
  if not found then
    return;
  end if;
  origin := l.origin;
  signed_json := l.signed_json;
  select sha256(convert_to(coalesce(string_agg(e.index::text, ',' order by e.index), ''), 'UTF8')) into digest
  from public.credential_entries e where e.list_id = list and e.revoked_at is not null;
  is_changed := digest is distinct from l.signed_digest or exists (
    select from app.signing_keys() k where k.id = l.key_id and k.compromised_at is not null);
  if is_changed or l.signed_at <= now() - life then
    revoked := array(
      select e.index from public.credential_entries e
      where e.list_id = list and e.revoked_at is not null order by e.index);
  end if;
  return next;
end
$$;

grant execute on function app.credential_list to {{app}};
