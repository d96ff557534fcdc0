-- Called by the job that emails the link. Returns whom the email greets, and whether the address is verified; no row: no
-- account has this address.
create or replace function app.start_recovery(address text, token_hash bytea, life interval)
returns table (user_id uuid, full_name text, verified boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select u.id into person from public.users u where u.email = address for no key update;
  if not found then
    return;
  end if;
  update public.recovery_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  insert into public.recovery_tokens (hash, user_id, address, expires_at)
  values (token_hash, person, address, clock_timestamp() + life);
  return query
    select person, p.full_name, u.email_verified_at is not null
    from public.profiles p join public.users u on u.id = p.user_id where p.user_id = person;
end
$$;

grant execute on function app.start_recovery to {{jobs}};
