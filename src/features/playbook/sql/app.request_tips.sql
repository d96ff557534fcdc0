-- Stores a sign-up for the tips, to be confirmed by an emailed link. Returns whether to email it: not if the mailbox is
-- already signed up, nor within `gap` of the previous email.
create or replace function app.request_tips(id uuid, address text, token_hash bytea, life interval, gap interval) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Stopping the tips deletes the sign-up, but not its email.
  if exists (select from public.mails m where m.kind = 'tips-confirmation'
      and app.mailbox(m.recipient) = app.mailbox(request_tips.address) and m.created_at > now() - gap) then
    return false;
  end if;
  insert into public.tips_signups as s (id, address, mailbox, token_hash, ends_at)
  values (request_tips.id, request_tips.address, app.mailbox(request_tips.address), request_tips.token_hash,
    now() + life)
  on conflict (mailbox) do update
  set id = excluded.id, address = excluded.address, token_hash = excluded.token_hash, requested_at = now(),
      confirmed_at = null, sent = 0, ends_at = excluded.ends_at
  -- Unconfirmed, or all tips were sent.
  where s.next_at is null and s.requested_at <= now() - gap;
  return found;
end
$$;

grant execute on function app.request_tips to {{jobs}};
