-- Whether the mailbox of an address has unsubscribed (R-J3), under any spelling of the address.
create or replace function app.is_mail_refused(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mail_suppressions s where s.address = app.mailbox(is_mail_refused.address))
$$;

grant execute on function app.is_mail_refused to {{jobs}};
