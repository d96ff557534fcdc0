-- No browser of the viewer is remembered any more.
create or replace function app.forget_own_devices() returns void
language sql volatile security definer set search_path = ''
as $$ select app.forget_devices(app.viewer()) $$;

grant execute on function app.forget_own_devices to {{app}};
