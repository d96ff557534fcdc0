-- Confirms a session of the viewer by a proof of the password, and by a code if the account has a second factor. Outcomes:
-- confirmed, wrong password, code needed, wrong code, gone (the session has ended).
create or replace function app.confirm_by_password(asking uuid, proof bytea, code_hash bytea) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  if not app.holds_password(person, proof) then
    return 'wrong password';
  elsif app.has_second_factor(person) then
    if code_hash is null then
      return 'code needed';
    elsif not app.use_second_factor(person, code_hash) then
      return 'wrong code';
    end if;
  end if;
  return case when app.confirm_session(asking) then 'confirmed' else 'gone' end;
end
$$;

grant execute on function app.confirm_by_password to {{app}};
