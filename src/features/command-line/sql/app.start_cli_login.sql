-- Stores a sign-in of the command line, and deletes those that have expired. Anyone may start one; the signature keeps the
-- limits of networks from being bypassed.
create or replace function app.start_cli_login(
  id uuid, device_hash bytea, code_hash bytea, name text, ip text, life interval, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'start_cli_login', start_cli_login.id::text);
  delete from public.cli_logins l where l.expires_at < now();
  insert into public.cli_logins (id, device_hash, code_hash, name, ip, expires_at)
  values (start_cli_login.id, start_cli_login.device_hash, start_cli_login.code_hash, start_cli_login.name,
    start_cli_login.ip, now() + life);
end
$$;

grant execute on function app.start_cli_login to {{app}};
