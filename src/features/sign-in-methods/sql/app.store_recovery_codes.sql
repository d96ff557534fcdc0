-- Replaces the user's recovery codes.
create or replace function app.store_recovery_codes(person uuid, code_hashes bytea[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.recovery_codes c where c.user_id = person;
  insert into public.recovery_codes (user_id, hash, created_at)
  select person, h, clock_timestamp() from unnest(code_hashes) h;
$$;
