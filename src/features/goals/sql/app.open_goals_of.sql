-- The first open goals of a user in the order of the list, for the weekly email.
create or replace function app.open_goals_of(person uuid, most int) returns table (goal text)
language sql stable security definer set search_path = ''
as $$
  select g.text from public.goals g
  where g.user_id = person and g.completed_at is null and g.deleted_at is null
  order by g.position, g.id limit most
$$;

grant execute on function app.open_goals_of to {{jobs}};
