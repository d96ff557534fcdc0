-- Ends the token with this hash: anyone who has a token may end it. False if there is none.
create or replace function app.revoke_api_token(token_hash bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.api_tokens t where t.hash = token_hash;
  return found;
end
$$;

grant execute on function app.revoke_api_token to {{app}};
