-- Starts a session if the proof matches the password and the user has this browser remembered, in place of a code (R-Q2).
-- Nulls otherwise. Such a session has not proved whose it is: changes of the account ask for the code (R-A12).
create or replace function app.sign_in_on_device(
  address text, proof bytea, device_hash bytea, session app.new_session, signature bytea,
  out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(
    signature, 'sign_in_on_device', address, encode(proof, 'hex'), encode(device_hash, 'hex'), session.id::text);
  select u.id into user_id from public.users u
  where u.email = address and u.password_digest = app.password_digest(proof) for share;
  if exists (
    select 1 from public.remembered_devices d
    where d.user_id = sign_in_on_device.user_id and d.hash = device_hash and d.expires_at > clock_timestamp())
  then
    ends := app.start_session(user_id, session, 'password');
    perform app.note_proof(session.id, '-infinity');
  else
    user_id := null;
  end if;
end
$$;

grant execute on function app.sign_in_on_device to {{app}};
