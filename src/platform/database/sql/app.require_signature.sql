-- Refuses a call whose parts the application has not signed. Each part is hashed first, to keep the parts separate.
create or replace function app.require_signature(signature bytea, variadic parts text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  keys app.call_keys;
  message bytea;
begin
  select * into strict keys from app.call_keys;
  select string_agg(sha256(convert_to(coalesce(p.part, ''), 'UTF8')), '' order by p.place) into message
  from unnest(parts) with ordinality p(part, place);
  -- Both sides are hashed again with the key, so that the comparison's timing reveals nothing about the correct value.
  if sha256(keys.outer_key || coalesce(signature, ''))
    <> sha256(keys.outer_key || sha256(keys.outer_key || sha256(keys.inner_key || message)))
  then
    raise insufficient_privilege using message = 'The call is not signed by the application.';
  end if;
end
$$;
