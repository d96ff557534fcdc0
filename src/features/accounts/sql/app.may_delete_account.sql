-- Whether this session may delete the viewer's account: if the sign-in is not recent, a proof of the password is
-- required (R-A12). Outcomes: allowed, password needed (also for a wrong one), gone (the calling session has ended).
create or replace function app.may_delete_account(asking uuid, proof bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  signed_in timestamptz;
begin
  select s.signed_in_at into signed_in from public.sessions s where s.id = asking and s.user_id = app.viewer();
  if not found then
    return 'gone';
  elsif signed_in < now() - {{recent_sign_in}} and not app.is_own_password(proof) then
    return 'password needed';
  end if;
  return 'allowed';
end
$$;

grant execute on function app.may_delete_account to {{app}};
