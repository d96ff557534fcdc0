-- Vouches and files that were deleted before this are purged: no page can undo that anymore.
create or replace function app.vouches_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{vouches_life}} $$;

grant execute on function app.vouches_kept_since to {{jobs}};
