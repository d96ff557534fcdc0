-- False if the return from the provider with this state was handled before, or is too late. Also for the token of a logout,
-- which works once.
create or replace function app.spend_provider_state(state bytea, ends timestamptz, signature bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'spend_provider_state', encode(state, 'hex'));
  return app.spend_challenge(state, ends);
end
$$;

grant execute on function app.spend_provider_state to {{app}};
