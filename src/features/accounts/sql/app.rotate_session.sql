-- Rotates the tokens of a family (R-A6). The new token is derived from the old one, so reusing the old token within
-- `reuse` finds its successor in place. Any other reuse revokes the family.
create or replace function app.rotate_session(
  old_refresh bytea, new_access bytea, access_life interval, new_refresh bytea, refresh_life interval, reuse interval)
returns table (user_id uuid, session_id uuid, expires_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  spent record;
begin
  update public.sessions s
  -- An expired access token stays expired.
  set previous_access_hash = case when s.access_expires_at > now() then s.access_hash end,
      access_hash = new_access, access_expires_at = now() + access_life,
      refresh_hash = new_refresh, refresh_expires_at = now() + refresh_life,
      rotated_at = clock_timestamp(), last_used_at = now()
  where s.refresh_hash = old_refresh and s.refresh_expires_at > now()
  returning s.user_id, s.id, s.access_expires_at into user_id, session_id, expires_at;
  if found then
    insert into public.spent_refresh_tokens (hash, session_id) values (old_refresh, rotate_session.session_id);
    return next;
    return;
  end if;

  select t.session_id, t.spent_at into spent from public.spent_refresh_tokens t where t.hash = old_refresh;
  if not found then
    return;
  end if;
  select s.user_id, s.id, s.access_expires_at into user_id, session_id, expires_at
  from public.sessions s
  where s.id = spent.session_id and s.refresh_hash = new_refresh
    and spent.spent_at > clock_timestamp() - reuse;
  if found then
    return next;
    return;
  end if;
  delete from public.sessions s where s.id = spent.session_id;
end
$$;

grant execute on function app.rotate_session to {{app}};
