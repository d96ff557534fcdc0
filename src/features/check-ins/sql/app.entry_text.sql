-- The text of a user's entry; null if it is deleted.
create or replace function app.entry_text(entry uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select c.content from public.check_ins c where c.id = entry and c.user_id = person and c.deleted_at is null
$$;
