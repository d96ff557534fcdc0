-- Deletes a sign-up by a link in its emails, and the tips that are not sent yet.
create or replace function app.stop_tips(token_hash bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  with stopped as (
    delete from public.tips_signups s where s.token_hash = stop_tips.token_hash returning s.address)
  delete from public.mails m using stopped
  where m.recipient = stopped.address and m.kind in ('tips', 'tips-confirmation') and m.state in ('queued', 'waiting')
$$;

grant execute on function app.stop_tips to {{app}};
