-- Notifies a user that what they see of all members may have changed, with the plan or a verified address: `team <user> many`.
create or replace function app.announce_own_access() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('logbook_live',
    concat_ws(' ', 'team', case when tg_op = 'DELETE' then old.user_id else new.user_id end, 'many', pg_current_xact_id()));
  return null;
end
$$;

create or replace trigger announce_own_access after insert or update or delete on subscriptions
  for each row execute function app.announce_own_access();
create or replace trigger announce_own_access after update of verified_at on user_emails
  for each row when (old.verified_at is distinct from new.verified_at) execute function app.announce_own_access();
create or replace trigger announce_own_access_end after delete on user_emails
  for each row when (old.verified_at is not null) execute function app.announce_own_access();
