-- Serializes what changes the viewer's files until the end of the transaction, so that app.stored_bytes includes all
-- earlier uploads.
create or replace function app.lock_stored_bytes() returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('files of ' || app.viewer()::text, 0))
$$;

grant execute on function app.lock_stored_bytes to {{app}};
