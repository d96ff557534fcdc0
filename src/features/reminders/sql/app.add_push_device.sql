-- Adds the browser of a session of the viewer, or moves it there: a browser has one endpoint for all of its users. The
-- application has checked the endpoint. Returns its id; null: the user has too many.
create or replace function app.add_push_device(
  id uuid, session_id uuid, endpoint text, key_id text, user_agent text, most int, signature bytea) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  added uuid;
begin
  perform app.require_signature(
    signature, 'add_push_device', add_push_device.id::text, add_push_device.session_id::text, add_push_device.endpoint);
  if person is null or app.by_token() then
    raise insufficient_privilege using message = 'Only a session adds its browser.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('push devices of ' || person, 0));
  if (select count(*) from public.push_devices d
      where d.user_id = person and d.endpoint <> add_push_device.endpoint) >= most then
    return null;
  end if;
  insert into public.push_devices as d (id, user_id, session_id, key_id, endpoint, user_agent)
  values (add_push_device.id, person, add_push_device.session_id, add_push_device.key_id, add_push_device.endpoint,
    add_push_device.user_agent)
  on conflict on constraint push_devices_endpoint_key do update
  set id = case when d.user_id = person then d.id else excluded.id end, user_id = excluded.user_id,
    session_id = excluded.session_id, key_id = excluded.key_id, user_agent = excluded.user_agent,
    created_at = case when d.user_id = person then d.created_at else now() end,
    last_sent_at = case when d.user_id = person then d.last_sent_at end
  returning d.id into added;
  return added;
end
$$;

grant execute on function app.add_push_device to {{app}};
