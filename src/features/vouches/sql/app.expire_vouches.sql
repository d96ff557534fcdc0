-- Marks up to `most` vouches whose link has expired, and returns their ids.
create or replace function app.expire_vouches(most int) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  update public.vouches v set status = 'expired'
  where v.status = 'pending' and v.expires_at <= now()
    and v.id in (select o.id from public.vouches o where o.status = 'pending' and o.expires_at <= now() limit most)
  returning v.id
$$;

grant execute on function app.expire_vouches to {{jobs}};
