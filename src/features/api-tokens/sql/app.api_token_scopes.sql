-- What the live token of a hash may do at the server for assistants, and the time zone of its user; nulls: no live token.
create or replace function app.api_token_scopes(token_hash bytea, out scopes text[], out time_zone text)
language sql stable security definer set search_path = ''
as $$
  select t.scopes, p.time_zone
  from public.api_tokens t left join public.profiles p on p.user_id = t.user_id
  where t.hash = token_hash and (t.audience is null or t.audience = 'mcp')
    and (t.expires_at is null or t.expires_at > now());
$$;

grant execute on function app.api_token_scopes to {{app}};
