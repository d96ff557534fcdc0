-- An attempt counts against an address, account or network, which only the application knows.
create or replace function app.settle_tries(ids bigint[], failed boolean, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'settle_tries', array_to_string(ids, ','), failed::text);
  perform unsigned.settle_tries(ids, failed);
end
$$;

grant execute on function app.settle_tries to {{app}};
