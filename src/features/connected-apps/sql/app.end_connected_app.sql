-- Ends a grant with its tokens, such as when a refresh token is used a second time.
create or replace function app.end_connected_app(grant_hash bytea, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'end_connected_app', encode(grant_hash, 'hex'));
  delete from public.connected_apps c where c.grant_hash = end_connected_app.grant_hash;
end
$$;

grant execute on function app.end_connected_app to {{app}};
