-- Whether this email of the viewer went to this address within the last hour.
create or replace function app.has_mailed(mail uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mails m
    where m.id = mail and m.from_user = app.viewer() and m.recipient = address
      and m.state in ('queued', 'sending', 'sent') and m.created_at > now() - interval '1 hour')
$$;

grant execute on function app.has_mailed to {{app}};
