-- Equal digests mean equal proofs. Without the key, a digest cannot be predicted, so comparing two leaks nothing.
create or replace function app.password_digest(proof bytea) returns bytea
language sql stable security definer set search_path = ''
as $$ select sha256(k.value || sha256(k.value || proof)) from app.password_key k $$;
