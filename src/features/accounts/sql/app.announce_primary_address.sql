-- Verifying or changing the primary address is also a live event: it is the first of the user's addresses, with the
-- user's id as its id. app.announce announces the extra ones.
create or replace function app.announce_primary_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('logbook_live', concat_ws(' ', 'user_emails', new.id, new.id, pg_current_xact_id()));
  return null;
end
$$;

create or replace trigger announce_address after update on users for each row
  when (old.email is distinct from new.email or old.email_verified_at is distinct from new.email_verified_at)
  execute function app.announce_primary_address();
