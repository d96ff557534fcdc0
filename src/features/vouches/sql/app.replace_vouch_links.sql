-- Ends the earlier links of a vouch once the email with the newest link is sent. Until then, the links that it will
-- replace still work. The caller has locked the vouch.
create or replace function app.replace_vouch_links(vouch uuid, leaves boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  with newest as (select max(t.created_at) as at from public.vouch_tokens t where t.vouch_id = vouch)
  update public.vouch_tokens t set replaced_at = case when leaves then newest.at end
  from newest
  where t.vouch_id = vouch and t.created_at < newest.at
    and t.replaced_at is not distinct from case when leaves then null else newest.at end
$$;
