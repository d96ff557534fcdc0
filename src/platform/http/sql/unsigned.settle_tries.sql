-- Settles attempts: failed ones keep counting, the others are refunded.
create or replace function unsigned.settle_tries(ids bigint[], failed boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.limit_hits set pending = false where settle_tries.failed and id = any (ids);
  delete from public.limit_hits where not settle_tries.failed and id = any (ids);
$$;
