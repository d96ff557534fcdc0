-- The outcome of app.vouch_link for a link.
create or replace function app.vouch_link_state(token_hash bytea) returns text
language sql volatile security definer set search_path = ''
as $$
  select coalesce((
    select case when v.deleted_at is not null then 'unknown'
                when v.user_id = app.viewer() then 'own'
                when v.status = 'verified' then case when t.replaced_at is null then 'good' else 'replaced' end
                when t.replaced_at is not null then 'replaced'
                when v.status = 'withdrawn' then 'withdrawn'
                when v.expires_at <= clock_timestamp() then 'expired'
                when not app.can_vouch_for(v.user_id, v.reference_email) then 'own'
                else 'good' end
    from public.vouch_tokens t join public.vouches v on v.id = t.vouch_id
    where t.hash = token_hash), 'unknown')
$$;
