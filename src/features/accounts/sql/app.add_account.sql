-- Creates user and profile; false if the address already has an account (R-A4).
create or replace function app.add_account(
  id uuid, address text, salt text, proof bytea, full_name text, time_zone text, verified boolean)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.is_address_taken(address, add_account.id) then
    return false;
  end if;
  insert into public.users (id, email, password_salt, password_digest, email_verified_at)
  values (add_account.id, address, salt, app.password_digest(proof), case when verified then now() end)
  on conflict (email) do nothing;
  if not found then
    return false;
  end if;
  perform app.add_profile(add_account.id, full_name, address, time_zone);
  return true;
end
$$;
