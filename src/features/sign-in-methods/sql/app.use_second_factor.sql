-- Uses up a recovery code: each works once (R-Q2). False: the user has no such code left.
create or replace function app.use_second_factor(person uuid, code_hash bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.recovery_codes c set used_at = now()
  where c.user_id = person and c.hash = code_hash and c.used_at is null;
  return found;
end
$$;
