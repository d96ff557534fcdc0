-- What the viewer should know about the email of one of their entries to the manager: held, waiting or failed; otherwise
-- null.
create or replace function app.manager_email_state(mail uuid, failed boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case when failed or m.state in ('suppressed', 'refused') then 'failed'
              when m.state in ('held', 'waiting') then m.state end
  from (select mail as id) asked left join public.mails m on m.id = asked.id and m.from_user = app.viewer()
$$;

grant execute on function app.manager_email_state to {{app}};
