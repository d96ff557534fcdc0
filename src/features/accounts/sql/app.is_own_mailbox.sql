-- Whether the address delivers to the same mailbox as one of the user's addresses, verified or not.
create or replace function app.is_own_mailbox(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = person and app.mailbox(u.email) = app.mailbox(address))
      or exists (select 1 from public.user_emails e
                 where e.user_id = person and app.mailbox(e.email) = app.mailbox(address))
$$;
