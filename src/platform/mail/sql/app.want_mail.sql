-- Subscribes the mailbox of an address again (R-J3). The application has checked the signature of the link in the email.
create or replace function app.want_mail(address text, signature bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.require_signature(signature, 'want_mail', want_mail.address);
  delete from public.mail_suppressions s where s.address = app.mailbox(want_mail.address);
$$;

grant execute on function app.want_mail to {{app}};
