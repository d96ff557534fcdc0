-- Ends all sessions, what else gives access, and all emailed links that grant access, including those whose email is not sent yet.
create or replace function app.end_access(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.sessions s where s.user_id = person;
  select {{each:end_access}}(person);
  select app.end_recoveries(person);
  update public.verification_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  select app.end_mails('verification', person, null);
$$;
