-- An entry shows the shoutout about it, so it changes with it.
create or replace function app.note_shoutout(entry uuid, person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.check_ins c set has_shoutout = true where c.id = entry and c.user_id = person
$$;
