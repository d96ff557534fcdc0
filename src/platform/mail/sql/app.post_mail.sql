-- Only the application may send: an email carries its name and address.
create or replace function app.post_mail(
  id uuid, recipient text, kind text, asked boolean, subject text, body bytea, from_name text, reply_to text,
  message_id text, about_user uuid, signature bytea)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'post_mail', post_mail.id::text, recipient, kind, asked::text, subject, encode(sha256(body), 'hex'),
    from_name, reply_to, message_id, about_user::text);
  return unsigned.post_mail(
    post_mail.id, recipient, kind, asked, subject, body, from_name, reply_to, message_id, about_user);
end
$$;

grant execute on function app.post_mail to {{app}}, {{jobs}};
