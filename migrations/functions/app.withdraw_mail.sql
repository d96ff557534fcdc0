-- Deletes an email of the viewer that is not being sent yet. Waits for a transaction that is changing its state, so the
-- caller must not have locked what the email is about (app.pass_on_mail_state). Returns whether it was deleted.
create or replace function app.withdraw_mail(id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.mails m
  where m.id = withdraw_mail.id and m.from_user = app.viewer() and m.state in ('held', 'waiting', 'queued');
  return found;
end
$$;

grant execute on function app.withdraw_mail to {{app}};
