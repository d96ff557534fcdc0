-- Whether the address has unsubscribed. The application has checked the signature of the link in the email.
create or replace function app.is_mail_stopped(address text, signature bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.require_signature(signature, 'is_mail_stopped', is_mail_stopped.address);
  select app.is_mail_refused(is_mail_stopped.address);
$$;

grant execute on function app.is_mail_stopped to {{app}};
