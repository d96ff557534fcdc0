-- Whether the viewer's request came with an API token: then the claim is longer (app.enter).
create or replace function app.by_token() returns boolean
language sql stable
as $$
  select length(coalesce(current_setting('app.viewer', true), '')) > 100
$$;

grant execute on function app.by_token to {{app}};
