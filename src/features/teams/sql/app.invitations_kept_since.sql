-- Invitations and relationships that were closed before this are purged.
create or replace function app.invitations_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{invitations_life}} $$;

grant execute on function app.invitations_kept_since to {{jobs}};
