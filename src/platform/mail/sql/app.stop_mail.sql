-- Unsubscribes the mailbox of an address (R-J3). The application has checked the signature of the link in the email.
create or replace function app.stop_mail(address text, signature bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.require_signature(signature, 'stop_mail', stop_mail.address);
  insert into public.mail_suppressions (address) values (app.mailbox(stop_mail.address)) on conflict do nothing;
$$;

grant execute on function app.stop_mail to {{app}};
