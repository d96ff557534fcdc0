-- Whether the vouch of this link belongs to the user with this refresh token (R-F2). The owner's browser may open a
-- link when its access token has expired, and the page has no script that would refresh it.
create or replace function app.is_own_vouch_link(token_hash bytea, refresh_hash bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.vouch_tokens t
      join public.vouches v on v.id = t.vouch_id and v.deleted_at is null
    where t.hash = is_own_vouch_link.token_hash and v.user_id = app.user_of_refresh(is_own_vouch_link.refresh_hash))
$$;

grant execute on function app.is_own_vouch_link to {{app}};
