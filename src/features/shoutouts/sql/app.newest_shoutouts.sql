-- The viewer's newest shoutouts, sent since `since` and below the cursor (`before_at`, `before_id`). `direction`: sent,
-- received, or null for both. Row-level security applies: the function has the rights of its caller. It is a function
-- for its settings: the planner expects few shoutouts per user, so it would read and sort all of them, however many a
-- user has. With these settings, it walks the sorted indexes and stops after `most` rows. `union` drops duplicates.
create or replace function app.newest_shoutouts(
  direction text, since timestamptz, before_at timestamptz, before_id uuid, most int)
returns setof public.shoutouts
language sql stable
set search_path = ''
set enable_bitmapscan = off
set enable_sort = off
as $$
  (select s.* from public.shoutouts s
   where direction is distinct from 'received' and s.sender_id = (select app.viewer())
     and s.created_at >= since and (s.created_at, s.id) < (before_at, before_id)
   order by s.created_at desc, s.id desc limit most)
  union
  select r.* from unnest(app.verified_addresses()) as own (address)
  cross join lateral (
    select s.* from public.shoutouts s
    where direction is distinct from 'sent' and s.recipient_email = own.address
      and not s.held and not s.recipient_deleted
      -- Sent before the viewer verified the address: it is listed as sent.
      and s.sender_id is distinct from (select app.viewer())
      and s.created_at >= since and (s.created_at, s.id) < (before_at, before_id)
    order by s.created_at desc, s.id desc limit most) r
  order by created_at desc, id desc limit most
$$;

grant execute on function app.newest_shoutouts to {{app}};
