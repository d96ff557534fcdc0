-- Whether the address delivers to a mailbox that was the user's until recently.
create or replace function app.was_own_mailbox(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.former_mailboxes f
    where f.user_id = person and f.mailbox = app.mailbox(address) and f.left_at > now() - {{former_address_life}})
$$;
