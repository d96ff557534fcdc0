-- What follows from the removal of a passkey or an authenticator app: no browser is remembered any more, and with the last
-- second factor, its recovery codes end.
create or replace function app.note_removed_factor(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.forget_devices(person);
  if not app.has_second_factor(person) then
    delete from public.recovery_codes c where c.user_id = person;
  end if;
end
$$;
