-- Anyone who had access until now may have read the emails: their links no longer add entries, nor do those of emails that
-- are not sent yet. The devices end with their sessions.
create or replace function app.end_access__reminders(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.reminders r set links_from = now() where r.user_id = person;
  select app.end_mails(k.kind, person, null) from unnest(array['weekly-email', 'weekly-email-now']) k(kind);
$$;
