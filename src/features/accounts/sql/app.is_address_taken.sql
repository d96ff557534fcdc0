-- Whether another user has the address as primary or verified extra address, or may still restore it. Locks the address
-- until the transaction ends, so that two concurrent callers do not both get it.
create or replace function app.is_address_taken(address text, person uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || address, 0));
  return exists (select 1 from public.users u where u.email = address and u.id <> person)
      or exists (select 1 from public.user_emails e
                 where e.email = address and e.verified_at is not null and e.user_id <> person)
      or exists (select 1 from public.address_changes c
                 where c.old_address = address and c.user_id <> person
                   and c.used_at is null and c.expires_at > clock_timestamp());
end
$$;
