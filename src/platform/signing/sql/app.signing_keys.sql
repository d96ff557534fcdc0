-- Every key that the instance has signed with, the newest first. They are public.
create or replace function app.signing_keys()
returns table (
  id text, public_key bytea, created_at timestamptz, retired_at timestamptz, compromised_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select k.id, k.public_key, k.created_at, k.retired_at, k.compromised_at
  from public.signing_keys k order by k.created_at desc, k.id
$$;

grant execute on function app.signing_keys to {{app}};
