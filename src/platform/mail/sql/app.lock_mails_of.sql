-- Locks the emails of a user until the transaction ends. Whatever posts, withdraws, releases or deletes them takes this
-- lock before it locks any row (app.pass_on_mail_state), including functions that lock the user and then delete emails.
create or replace function app.lock_mails_of(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('mails of ' || person, 0))
$$;
