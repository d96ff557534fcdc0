-- The file with this number in the newest version of a packet, and its owner. `number` counts from 1 the files that the
-- owner opened (R-M3). No row once the link has expired or was ended.
create or replace function app.packet_file_by_link(token_hash bytea, number int)
returns table (user_id uuid, file_id uuid)
language sql stable security definer set search_path = ''
as $$
  select found.user_id, found.files[packet_file_by_link.number]
  from (
    select v.user_id, v.files
    from public.packet_links l join public.packet_versions v on v.packet_id = l.packet_id
    where l.token_hash = packet_file_by_link.token_hash and l.ended_at is null and l.expires_at > now()
    order by v.number desc limit 1) found
  where found.files[packet_file_by_link.number] is not null
$$;

grant execute on function app.packet_file_by_link to {{app}};
