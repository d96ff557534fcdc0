-- Deletes an email of the viewer that is not being sent yet. Waits for a transaction that is changing its state, so the
-- caller must not have locked what the email is about (app.pass_on_mail_state). Returns whether it was deleted. If no
-- attempt to send it was made, it no longer counts toward the limits (R-A8): an email that may have arrived still counts.
create or replace function app.withdraw_mail(id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  withdrawn public.mails;
begin
  delete from public.mails m
  where m.id = withdraw_mail.id and m.from_user = app.viewer() and m.state in ('held', 'waiting', 'queued')
  returning m.* into withdrawn;
  if withdrawn.id is null then
    return false;
  end if;
  -- Older ones no longer count and are being swept.
  delete from public.limit_hits h
  where withdrawn.attempts = 0 and h.id = any (withdrawn.counted) and h.at > clock_timestamp() - interval '1 day';
  return true;
end
$$;

grant execute on function app.withdraw_mail to {{app}};
