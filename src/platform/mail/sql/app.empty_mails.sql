-- Empties those of these emails that are not being sent yet: they are never sent, but end as if they were (R-A12).
create or replace function app.empty_mails(ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.mails m set body = null where m.id = any (ids) and m.state in ('held', 'waiting', 'queued')
$$;
