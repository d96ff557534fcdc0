-- Whether any account exists: the first one needs no invitation.
create or replace function app.any_account() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.users) $$;

grant execute on function app.any_account to {{app}};
