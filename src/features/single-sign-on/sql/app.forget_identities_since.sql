-- Disconnects the identities that were connected since a change that the owner of the address undoes (R-A9).
create or replace function app.forget_identities_since(person uuid, since timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.provider_identities i where i.user_id = person and i.created_at >= since $$;
