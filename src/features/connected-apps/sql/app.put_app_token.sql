-- Stores the new access token of a grant, in place of its previous one. False: the grant has ended.
create or replace function app.put_app_token(
  grant_hash bytea, token_hash bytea, scopes text[], ends timestamptz, signature bytea)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  connected record;
begin
  perform app.require_signature(
    signature, 'put_app_token', encode(grant_hash, 'hex'), encode(token_hash, 'hex'), array_to_string(scopes, ' '));
  select c.id, c.user_id, c.name, c.scopes, c.audience, c.expires_at, c.session_id into connected
  from public.connected_apps c
  where c.grant_hash = put_app_token.grant_hash and c.expires_at > now()
  for key share;
  if not found or not put_app_token.scopes <@ connected.scopes then
    return false;
  end if;
  perform app.replace_app_token(
    connected.id, connected.user_id, connected.session_id, connected.name, token_hash, put_app_token.scopes,
    connected.audience, least(ends, connected.expires_at));
  return true;
end
$$;

grant execute on function app.put_app_token to {{app}};
