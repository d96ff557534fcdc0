-- Uses up a code: each works once (R-Q2). It is the hash of a recovery code, or what the application has found a code of an
-- authenticator app to be: the id of the app (16 bytes), the time step (8), and its signature of both. False: the user has
-- no such code left.
create or replace function app.use_second_factor(person uuid, code_hash bytea) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  authenticator uuid;
  step bigint;
begin
  if octet_length(code_hash) > 32 then
    authenticator := encode(substr(code_hash, 1, 16), 'hex')::uuid;
    step := ('x' || encode(substr(code_hash, 17, 8), 'hex'))::bit(64)::bigint;
    perform app.require_signature(substr(code_hash, 25), 'use_second_factor', authenticator::text, step::text);
    update public.authenticator_apps a set last_step = step, last_used_at = now()
    where a.user_id = person and a.id = authenticator and a.last_step < step;
    return found;
  end if;
  update public.recovery_codes c set used_at = now()
  where c.user_id = person and c.hash = code_hash and c.used_at is null;
  return found;
end
$$;
