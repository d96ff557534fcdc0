-- Confirms a sign-up by its emailed link, and adds the job that sends the first tip. Using the link again changes nothing.
create or replace function app.confirm_tips(token_hash bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.tips_signups s
  set confirmed_at = now(), next_at = now(), ends_at = null
  where s.token_hash = confirm_tips.token_hash and s.confirmed_at is null and s.ends_at > now();
  if found then
    perform app.enqueue('send-tips', '{}');
  end if;
end
$$;

grant execute on function app.confirm_tips to {{app}};
