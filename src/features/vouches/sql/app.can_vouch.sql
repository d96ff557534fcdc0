-- Whether a reference at this address can vouch for the viewer.
create or replace function app.can_vouch(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.can_vouch_for(app.viewer(), address)
$$;

grant execute on function app.can_vouch to {{app}};
