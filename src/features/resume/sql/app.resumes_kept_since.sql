-- Résumés that were deleted before this are purged: no page can undo that anymore.
create or replace function app.resumes_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{resumes_life}} $$;

grant execute on function app.resumes_kept_since to {{jobs}};
