-- The decision about the sign-in with this code of its program. What was decided is returned once: the row is deleted.
-- No row: unknown, expired or taken. A null decision: the user has not decided yet.
create or replace function app.take_cli_login(device_hash bytea)
returns table (id uuid, decision text, sealed_token bytea, email text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.cli_logins l
  where l.device_hash = take_cli_login.device_hash and l.decision is not null and l.expires_at > now()
  returning l.id, l.decision, l.sealed_token, (select u.email from public.users u where u.id = l.user_id)
  into id, decision, sealed_token, email;
  if found then
    return next;
    return;
  end if;
  return query
    select l.id, null::text, null::bytea, null::text from public.cli_logins l
    where l.device_hash = take_cli_login.device_hash and l.decision is null and l.expires_at > now();
end
$$;

grant execute on function app.take_cli_login to {{app}};
