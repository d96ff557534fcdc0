-- What waits for an address that is no longer the user's contains lines of the log.
create or replace function app.leave_address__reminders(person uuid, address text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.end_mails(k.kind, person, leave_address__reminders.address)
  from unnest(array['weekly-email', 'weekly-email-now', 'reminder', 'reminder-now']) k(kind);
$$;
