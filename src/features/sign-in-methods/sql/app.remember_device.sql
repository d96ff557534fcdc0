-- Remembers the browser that has just signed the viewer in with a code: for this time, it is not asked for one (R-Q2). The
-- oldest ones beyond `most` are forgotten. Does nothing without a second factor: someone who knows only the password could otherwise
-- prepare a browser for the time when the account has one.
create or replace function app.remember_device(id uuid, device_hash bytea, agent text, life interval, most int, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
begin
  perform app.require_signature(signature, 'remember_device', encode(device_hash, 'hex'));
  perform 1 from public.users u where u.id = person for update;
  if not app.has_second_factor(person) then
    return;
  end if;
  delete from public.remembered_devices d where d.user_id = person and d.hash = device_hash;
  delete from public.remembered_devices d
  where d.id in (
    select old.id from public.remembered_devices old where old.user_id = person
    order by old.created_at desc, old.id desc offset most - 1);
  insert into public.remembered_devices (id, user_id, hash, user_agent, created_at, expires_at)
  values (remember_device.id, person, device_hash, agent, clock_timestamp(), clock_timestamp() + life);
end
$$;

grant execute on function app.remember_device to {{app}};
