-- Counts a request of an API token and notes its place and client (R-N1). Outcomes: `good`; `unknown`, which includes
-- ended and expired tokens; `beyond`: the token lacks the scope; `wait`: so many seconds, because of the limit.
create or replace function app.use_api_token(
  token_hash bytea, scope text, writing boolean, most int, within interval, user_agent text, ip text,
  out outcome text, out wait int)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token record;
begin
  -- A lost count is harmless.
  perform set_config('synchronous_commit', 'off', true);
  select t.id, t.scopes, t.reads, t.writes, t.counted_from into token
  from public.api_tokens t
  where t.hash = token_hash and (t.expires_at is null or t.expires_at > now())
  for no key update;
  if not found then
    outcome := 'unknown';
    return;
  end if;
  if scope <> all (token.scopes) then
    outcome := 'beyond';
    return;
  end if;
  if token.counted_from <= clock_timestamp() - within then
    token.counted_from := clock_timestamp();
    token.reads := 0;
    token.writes := 0;
  end if;
  if (case when writing then token.writes else token.reads end) >= most then
    outcome := 'wait';
    wait := greatest(1, ceil(extract(epoch from token.counted_from + within - clock_timestamp())))::int;
    return;
  end if;
  update public.api_tokens t
  set counted_from = token.counted_from, reads = token.reads + (not writing)::int, writes = token.writes + writing::int,
      last_used_at = now(), user_agent = use_api_token.user_agent, ip = use_api_token.ip
  where t.id = token.id;
  outcome := 'good';
end
$$;

grant execute on function app.use_api_token to {{app}};
