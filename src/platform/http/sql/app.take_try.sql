-- An attempt counts against an address, account or network, which only the application knows.
create or replace function app.take_try(kind text, key text, most int, within interval, signature bytea)
returns table (try_id bigint, wait int)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'take_try', kind, key, most::text, extract(epoch from within)::bigint::text);
  return query select * from unsigned.take_try(kind, key, most, within);
end
$$;

grant execute on function app.take_try to {{app}};
