-- Whether this email of the viewer went, or is going, to this address. False once it is deleted, after 30 days.
create or replace function app.was_mailed_to(id uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mails m
    where m.id = was_mailed_to.id and m.from_user = app.viewer() and m.recipient = was_mailed_to.address
      and m.state in ('sending', 'sent'))
$$;

grant execute on function app.was_mailed_to to {{app}};
