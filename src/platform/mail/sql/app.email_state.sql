-- What the sender of an email in this state should know: held, waiting or failed; otherwise null.
create or replace function app.email_state(mail_state text) returns text
language sql immutable
as $$
  select case when mail_state in ('held', 'waiting') then mail_state
              when mail_state in ('suppressed', 'refused') then 'failed' end
$$;
