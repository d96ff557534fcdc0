-- Queues up to `most` waiting emails that the limits now allow. Returns how many.
create or replace function app.release_waiting_mails(most int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail uuid;
  released int := 0;
begin
  -- It also changes the invitations that the emails are about (app.pass_on_mail_state).
  perform app.lock_teams();
  perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
  for mail in
    select m.id from public.mails m
    where m.state = 'waiting' and app.has_mail_room(m.kind, m.from_user, m.recipient)
    order by m.created_at, m.id limit most
  loop
    if app.admit_mail(mail) = 'queued' then
      released := released + 1;
    end if;
  end loop;
  return released;
end
$$;

grant execute on function app.release_waiting_mails to {{jobs}};
