-- Queues the emails that waited for their sender's verification (R-A3).
create or replace function app.release_held_mails(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.admit_mail(m.id)
  from (select id from public.mails where from_user = person and state = 'held' order by created_at, id) m
$$;
