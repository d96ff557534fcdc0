-- Whether this session may delete the viewer's account: if the sign-in is not recent, a proof of the password is
-- required (R-A12), and in an account with a second factor or without a password, the session must confirm who uses it (R-Q2). Outcomes: allowed,
-- password needed (also for a wrong one), confirmation needed, gone (the calling session has ended).
create or replace function app.may_delete_account(asking uuid, proof bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.sessions s where s.id = asking and s.user_id = app.viewer()) then
    return 'gone';
  elsif app.is_fresh(asking) then
    return 'allowed';
  elsif app.has_second_factor(app.viewer()) or not app.has_password() then
    return 'confirmation needed';
  end if;
  return case when app.is_own_password(proof) then 'allowed' else 'password needed' end;
end
$$;

grant execute on function app.may_delete_account to {{app}};
