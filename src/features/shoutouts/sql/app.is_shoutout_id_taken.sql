-- Whether a shoutout has this id, of any user: an insert would reveal the same.
create or replace function app.is_shoutout_id_taken(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.shoutouts s where s.id = is_shoutout_id_taken.id) $$;

grant execute on function app.is_shoutout_id_taken to {{app}};
