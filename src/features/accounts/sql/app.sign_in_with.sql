-- Starts a session if the proof matches the password and, in an account with a second factor, the code is one of its codes
-- (R-Q2). Outcomes: started, wrong, code needed, wrong code. The signature keeps guesses within the rate limits of the
-- application.
create or replace function app.sign_in_with(
  address text, proof bytea, code_hash bytea, session app.new_session, signature bytea,
  out outcome text, out user_id uuid, out ends timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid;
begin
  perform app.require_signature(
    signature, 'sign_in_with', address, encode(proof, 'hex'), encode(code_hash, 'hex'), session.id::text);
  select u.id into person from public.users u
  where u.email = address and u.password_digest = app.password_digest(proof) for share;
  if not found then
    outcome := 'wrong';
  elsif app.has_second_factor(person) and code_hash is null then
    outcome := 'code needed';
  elsif app.has_second_factor(person) and not app.use_second_factor(person, code_hash) then
    outcome := 'wrong code';
  else
    outcome := 'started';
    user_id := person;
    ends := app.start_session(person, session, 'password');
  end if;
end
$$;

grant execute on function app.sign_in_with to {{app}};
