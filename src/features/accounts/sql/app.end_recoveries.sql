-- Ends the user's reset links, including those whose email is not sent yet.
create or replace function app.end_recoveries(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.recovery_tokens t set replaced_at = now()
  where t.user_id = person and t.replaced_at is null and t.used_at is null;
  select app.end_mails('recovery', person, null);
$$;
