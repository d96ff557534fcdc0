-- False if the challenge was answered before, or has expired. Of concurrent answers, one gets true.
create or replace function app.spend_challenge(challenge bytea, ends timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if ends <= clock_timestamp() then
    return false;
  end if;
  insert into public.spent_challenges (hash, expires_at) values (challenge, ends) on conflict do nothing;
  return found;
end
$$;
