-- Deletes a sign-up by a link in its emails, and the tips that are not sent yet.
create or replace function app.stop_tips(token_hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  with stopped as (
    delete from public.tips_signups s where s.token_hash = stop_tips.token_hash returning s.address)
  select app.withdraw_mails_to(stopped.address, '{tips, tips-confirmation}') from stopped
$$;

grant execute on function app.stop_tips to {{app}};
