-- The sign-up of a link: its address, whether it is confirmed, and how many tips were sent. No row: the link has expired or was replaced, or the
-- tips were stopped.
create or replace function app.tips_signup(token_hash bytea) returns table (address text, confirmed boolean, sent int)
language sql stable security definer set search_path = ''
as $$
  select s.address, s.confirmed_at is not null, s.sent
  from public.tips_signups s
  where s.token_hash = tips_signup.token_hash and (s.ends_at is null or s.ends_at > now())
$$;

grant execute on function app.tips_signup to {{app}};
