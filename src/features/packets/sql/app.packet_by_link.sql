-- The newest version of the packet whose link has this token (R-M2, R-M3). No row once the link has expired or was ended.
create or replace function app.packet_by_link(token_hash bytea)
returns table (packet_json text, sha256 bytea, expires_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select v.packet_json, v.sha256, l.expires_at
  from public.packet_links l join public.packet_versions v on v.packet_id = l.packet_id
  where l.token_hash = packet_by_link.token_hash and l.ended_at is null and l.expires_at > now()
  order by v.number desc limit 1
$$;

grant execute on function app.packet_by_link to {{app}}, {{jobs}};
