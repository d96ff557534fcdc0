-- Makes other transactions that look for this identity wait until this one ends: it then has one account, or none.
create or replace function app.lock_identity(issuer text, subject text) returns void
language sql volatile
as $$ select pg_advisory_xact_lock(hashtextextended('identity ' || issuer || ' ' || subject, 0)) $$;
