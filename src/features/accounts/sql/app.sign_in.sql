-- Called by processes of the previous version. Starts a session if the proof matches the password; nulls otherwise, and
-- for an account with a second factor, for which they cannot ask.
create or replace function app.sign_in(
  address text, proof bytea, session app.new_session, signature bytea, out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'sign_in', address, encode(proof, 'hex'), session.id::text);
  select u.id into user_id from public.users u
  where u.email = address and u.password_digest = app.password_digest(proof) and not app.has_second_factor(u.id) for share;
  if found then
    ends := app.start_session(user_id, session, 'password');
  end if;
end
$$;

grant execute on function app.sign_in to {{app}};
