-- Makes the viewer the one who decides about the sign-in with this code, and returns its id. Null: there is none that waits.
create or replace function app.find_cli_login(code_hash bytea) returns uuid
language sql volatile security definer set search_path = ''
as $$
  update public.cli_logins l set user_id = app.viewer()
  where l.code_hash = find_cli_login.code_hash and l.decision is null and l.expires_at > now()
    and app.viewer() is not null and not app.by_token()
  returning l.id
$$;

grant execute on function app.find_cli_login to {{app}};
