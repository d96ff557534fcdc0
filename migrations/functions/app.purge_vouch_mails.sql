-- Deletes emails that are not sent yet and whose vouch was deleted or withdrawn over an hour ago, when that can no longer
-- be undone.
create or replace function app.purge_vouch_mails() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.mails d
  where d.id in (
    select m.id from public.mails m join public.vouches v on v.mail_id = m.id
    where m.state in ('held', 'waiting')
      and least(v.deleted_at, v.withdrawn_at) < now() - interval '1 hour'
    for update of m skip locked)
$$;

grant execute on function app.purge_vouch_mails to {{jobs}};
