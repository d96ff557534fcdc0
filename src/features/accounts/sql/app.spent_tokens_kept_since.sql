-- Refresh tokens that were replaced before this are forgotten: they would have expired by now.
create or replace function app.spent_tokens_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{refresh_life}} $$;

grant execute on function app.spent_tokens_kept_since to {{jobs}};
