-- Notifies the managers who see a shared entry, or saw it until this change: `team <manager> <member>`. Entries that are
-- not shared cost nothing: the trigger's condition is false for them. New entries are shared in a second statement.
create or replace function app.announce_shared_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  manager uuid;
begin
  for manager in
    select owner.id
    from (select u.id, u.email from public.users u
          where u.email in (old.manager_email, new.manager_email) and u.email_verified_at is not null
          union all
          select e.user_id, e.email from public.user_emails e
          where e.email in (old.manager_email, new.manager_email) and e.verified_at is not null) owner
    where app.sees_entry(owner.id, new.user_id, owner.email, new.recorded_at)
  loop
    perform pg_notify('logbook_live', concat_ws(' ', 'team', manager, new.user_id, pg_current_xact_id()));
  end loop;
  return null;
end
$$;

-- What else changes, such as the state of the email to the manager, is not visible to the manager.
create or replace trigger announce_to_managers after update on check_ins for each row
  when ((old.shared_with_manager or new.shared_with_manager)
    and (old.manager_email, old.deleted_at, old.content, old.emoji, old.edited_at, old.file_count)
      is distinct from (new.manager_email, new.deleted_at, new.content, new.emoji, new.edited_at, new.file_count))
  execute function app.announce_shared_entry();
