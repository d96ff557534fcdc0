-- Whether a passkey for this host opens the account.
create or replace function app.has_passkey_for(person uuid, host text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.passkeys p where p.user_id = person and p.rp_id = host) $$;
