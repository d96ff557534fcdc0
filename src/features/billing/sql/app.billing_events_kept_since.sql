-- Events that were received before this are purged.
create or replace function app.billing_events_kept_since() returns timestamptz
language sql stable
as $$ select now() - {{billing_events_life}} $$;

grant execute on function app.billing_events_kept_since to {{jobs}};
