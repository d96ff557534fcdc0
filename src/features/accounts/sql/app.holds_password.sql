-- Locks the user's row if the password still has this proof; false otherwise. The lock lasts until the transaction
-- ends, so that a concurrent password change either comes first or ends what this transaction starts.
create or replace function app.holds_password(person uuid, proof bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.users u
  where u.id = person and u.password_digest = app.password_digest(proof) for update;
  return found;
end
$$;
