-- Goals that were deleted before this are purged.
create or replace function app.goals_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{goals_life}} $$;

grant execute on function app.goals_kept_since to {{jobs}};
