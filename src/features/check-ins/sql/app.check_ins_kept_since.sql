-- Entries that were deleted before this are purged (R-B2).
create or replace function app.check_ins_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{check_ins_life}} $$;

grant execute on function app.check_ins_kept_since to {{jobs}};
