-- Notifies all processes of a changed subscription: pages read the user's plan, so the id is the user's.
create or replace function app.announce_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('logbook_live', concat_ws(' ', 'subscriptions', new.user_id, new.user_id, pg_current_xact_id()));
  return null;
end
$$;

create or replace trigger announce_new after insert on subscriptions
  for each row execute function app.announce_subscription();
create or replace trigger announce_change after update on subscriptions
  for each row when (old is distinct from new) execute function app.announce_subscription();
