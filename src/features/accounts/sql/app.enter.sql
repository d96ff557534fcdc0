-- Sets the viewer of this transaction from the credential of a request and returns it; nulls: no live session. It is the
-- hash of an access token, or that of an API token followed by the scope that the request needs, and how it came, or that
-- of an address for email in the same form. With `writes`, the commit does not wait for the disk: the caller does, together
-- with other callers.
create or replace function app.enter(
  token_hash bytea, writes boolean default false,
  out user_id uuid, out session_id uuid, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  proof text;
  via text;
  ignored text;
begin
  if octet_length(token_hash) > 32 then
    -- The token is part of the claim, with how the request came, and covered by its proof.
    via := split_part(convert_from(substr(token_hash, 33), 'UTF8'), ' ', 2);
    select t.user_id, t.id, t.expires_at,
      app.viewer_proof(k.value || convert_to(t.id || via, 'UTF8'), t.user_id) || t.id || via
    into user_id, session_id, expires_at, proof
    from (
      select a.user_id, a.id, a.expires_at from app.api_token_for(token_hash) a
      union all
      select m.user_id, m.id, m.expires_at from app.mail_address_for(token_hash) m
    ) t, app.viewer_secret k
    where t.user_id is not null;
  else
    select s.user_id, s.id, s.access_expires_at, app.viewer_proof(k.value, s.user_id)
    into user_id, session_id, expires_at, proof
    from public.sessions s, app.viewer_secret k
    where s.access_hash = token_hash and s.access_expires_at > now();
    if not found then
      select s.user_id, s.id, s.access_expires_at, app.viewer_proof(k.value, s.user_id)
      into user_id, session_id, expires_at, proof
      from public.sessions s, app.viewer_secret k
      where s.previous_access_hash = token_hash and s.rotated_at > now() - {{refresh_reuse}};
    end if;
  end if;
  -- Assignments, because they cost a fraction of a statement.
  ignored := set_config('app.viewer', coalesce(user_id || proof, ''), true);
  if writes then
    ignored := set_config('synchronous_commit', 'off', true);
  end if;
end
$$;

grant execute on function app.enter to {{app}};
