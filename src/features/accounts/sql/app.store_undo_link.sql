-- Stores a link that undoes what this transaction changes, for the user's address if it is verified.
create or replace function app.store_undo_link(person uuid, undo_hash bytea, life interval) returns void
language sql volatile security definer set search_path = ''
as $$
  -- As old as the transaction, so that what it adds counts as added since.
  insert into public.address_changes (hash, user_id, old_address, created_at, expires_at)
  select undo_hash, u.id, u.email, now(), clock_timestamp() + life
  from public.users u where u.id = person and u.email_verified_at is not null;
$$;
