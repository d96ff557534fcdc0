-- Suggestions that were accepted or dismissed before this can no longer be restored.
create or replace function app.settled_suggestions_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{settled_suggestions_life}} $$;

grant execute on function app.settled_suggestions_kept_since to {{jobs}};
