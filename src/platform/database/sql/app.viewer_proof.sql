-- The proof that app.enter has set the viewer: valid only for this connection and this transaction, and dependent on a
-- secret. No fixed search path, so that the planner can inline it.
create or replace function app.viewer_proof(secret bytea, person uuid) returns text
language sql stable
as $$
  select encode(
    sha256(secret || uuid_send(person) || int4send(pg_backend_pid()) || timestamptz_send(now())), 'hex')
$$;
