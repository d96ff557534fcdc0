-- Counts that a reader opened a packet, by the day in its owner's time zone (R-M3). The owner does not count, and neither
-- does a link that no longer works.
create or replace function app.count_packet_open(token_hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.packet_opens (packet_id, user_id, day, count)
  select l.packet_id, l.user_id, (now() at time zone coalesce(p.time_zone, 'UTC'))::date, 1
  from public.packet_links l join public.profiles p on p.user_id = l.user_id
  where l.token_hash = count_packet_open.token_hash and l.ended_at is null and l.expires_at > now()
    and l.user_id is distinct from app.viewer()
  on conflict (packet_id, day) do update set count = public.packet_opens.count + 1
$$;

grant execute on function app.count_packet_open to {{app}};
