-- Records a checked answer of a passkey, and returns its user. Null: the challenge was answered before, or the counter has
-- not grown, as with a copy of the authenticator.
create or replace function app.use_passkey(
  credential bytea, counter bigint, copied boolean, agent text, challenge bytea, ends timestamptz)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  if not app.spend_challenge(challenge, ends) then
    return null;
  end if;
  update public.passkeys p
  set sign_count = counter, backed_up = copied, last_used_at = now(), user_agent = agent
  where p.credential_id = credential and (counter > p.sign_count or (counter = 0 and p.sign_count = 0))
  returning p.user_id into owner;
  return owner;
end
$$;
