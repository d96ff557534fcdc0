-- What the viewer should know about the email of a shoutout that they sent: held, waiting or failed; otherwise null.
-- The email has the shoutout's id.
create or replace function app.shoutout_email(id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when s.held then 'held'
              when s.email_failed or m.state in ('suppressed', 'refused') then 'failed'
              when m.state = 'waiting' then 'waiting' end
  from public.shoutouts s left join public.mails m on m.id = s.id
  where s.id = shoutout_email.id and s.sender_id = app.viewer()
$$;

grant execute on function app.shoutout_email to {{app}};
