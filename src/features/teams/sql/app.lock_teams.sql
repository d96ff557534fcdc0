-- Locks invitations and relationships until the transaction ends. Everything that opens, closes or changes them runs one
-- at a time, so that an address is never verified between an invitation and the lookup of its owner. Taken after
-- app.lock_mails_of, and before the lock of email to strangers, addresses, users and rows.
create or replace function app.lock_teams() returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('teams', 0))
$$;
