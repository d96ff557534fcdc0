-- A verified vouch that the public page of its owner shows, by the id that visitors see.
create or replace function app.public_vouch(wanted uuid)
returns table (id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  select v.id, v.user_id from public.vouches v join public.public_profiles p on p.user_id = v.user_id
  where v.public_id = wanted and v.status = 'verified' and v.deleted_at is null
$$;
