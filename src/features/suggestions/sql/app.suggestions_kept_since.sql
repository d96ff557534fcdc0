-- Suggestions from before this end (R-O2).
create or replace function app.suggestions_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{suggestions_life}} $$;

grant execute on function app.suggestions_kept_since to {{jobs}};
