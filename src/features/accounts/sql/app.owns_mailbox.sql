-- Whether the address delivers to the same mailbox as one of the viewer's addresses, verified or not.
create or replace function app.owns_mailbox(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.is_own_mailbox(app.viewer(), address)
$$;

grant execute on function app.owns_mailbox to {{app}};
