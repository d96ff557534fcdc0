-- Deletes an email of the viewer that is not being sent yet. Does not wait for a job that is just starting to send it.
create or replace function app.withdraw_mail(id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mails d
  where d.id in (
    select m.id from public.mails m
    where m.id = withdraw_mail.id and m.from_user = app.viewer() and m.state in ('held', 'waiting', 'queued')
    for update skip locked)
$$;

grant execute on function app.withdraw_mail to {{app}};
