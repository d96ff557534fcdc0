-- The live address of a credential (app.enter): the hash of its token, followed by how the message came. It never ends on
-- its own.
create or replace function app.mail_address_for(credential bytea, out user_id uuid, out id uuid, out expires_at timestamptz)
returns setof record
language sql stable security definer set search_path = ''
as $$
  select a.user_id, a.id, '9999-12-31T23:59:59Z'::timestamptz
  from public.mail_addresses a
  where a.hash = substr(credential, 1, 32) and substr(credential, 33) = 'mail:in email'::bytea;
$$;
