-- The state of a reset link: good, unknown (also if used), expired or replaced. A good one comes with its address:
-- anyone who has the link has access to the mailbox.
create or replace function app.recovery_link(token_hash bytea) returns table (state text, address text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  select case when t.used_at is not null or u.email <> t.address then 'unknown'
              when t.replaced_at is not null then 'replaced'
              when t.expires_at <= clock_timestamp() then 'expired'
              else 'good' end,
         t.address
    into state, address
  from public.recovery_tokens t join public.users u on u.id = t.user_id
  where t.hash = token_hash;
  state := coalesce(state, 'unknown');
  if state <> 'good' then
    address := null;
  end if;
  return next;
end
$$;

grant execute on function app.recovery_link to {{app}};
