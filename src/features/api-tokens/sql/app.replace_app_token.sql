-- Gives a connected app its next token. Its counts and its last use go on, so a new token does not renew the limits (R-N1).
create or replace function app.replace_app_token(
  connection uuid, person uuid, session uuid, name text, token_hash bytea, scopes text[], audience text, ends timestamptz)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.api_tokens (id, user_id, session_id, name, hash, scopes, source, expires_at, connection_id, audience)
  values (gen_random_uuid(), person, session, replace_app_token.name, token_hash, replace_app_token.scopes, 'api', ends,
    connection, replace_app_token.audience)
  on conflict (connection_id) where connection_id is not null
    do update set hash = excluded.hash, scopes = excluded.scopes, expires_at = excluded.expires_at;
$$;
