-- The live token of a credential (app.enter), if it has the scope that the credential names. After the scope and a space, it
-- may name how the request came.
create or replace function app.api_token_for(credential bytea, out user_id uuid, out id uuid, out expires_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  needed text := split_part(convert_from(substr(credential, 33), 'UTF8'), ' ', 1);
  via text := case when convert_from(substr(credential, 33), 'UTF8') like '% mcp' then 'mcp' else 'api' end;
begin
  select t.user_id, t.id, coalesce(t.expires_at, '9999-12-31T23:59:59Z')
  into user_id, id, expires_at
  from public.api_tokens t
  where t.hash = substr(credential, 1, 32) and needed = any (t.scopes)
    -- The token of a connected app is for one resource (RFC 8707).
    and (t.audience is null or t.audience = via)
    and (t.expires_at is null or t.expires_at > now());
end
$$;
