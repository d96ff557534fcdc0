-- Counts a message to a private address before it is read (R-N3). Outcomes: `good`; `unknown`, which includes ended
-- addresses; `wait`: the address has had its messages for now.
create or replace function app.take_mail(token_hash bytea, most int, within interval) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address record;
begin
  -- A lost count is harmless.
  perform set_config('synchronous_commit', 'off', true);
  select a.user_id, a.counted_from, a.messages into address
  from public.mail_addresses a where a.hash = token_hash
  for no key update;
  if not found then
    return 'unknown';
  end if;
  if address.counted_from <= clock_timestamp() - within then
    address.counted_from := clock_timestamp();
    address.messages := 0;
  end if;
  if address.messages >= most then
    return 'wait';
  end if;
  update public.mail_addresses a
  set counted_from = address.counted_from, messages = address.messages + 1, last_used_at = now()
  where a.user_id = address.user_id;
  return 'good';
end
$$;

grant execute on function app.take_mail to {{app}};
