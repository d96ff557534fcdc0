-- Queues an email, or returns why not; null if it was deleted meanwhile. The counts are stored as attempts, so that they
-- outlive a deleted account, and the email knows them, so that withdrawing it gives them back (app.withdraw_mail). One
-- lock for all email to strangers keeps them exact under concurrent callers and rules out deadlocks, whatever the order
-- of a transaction's recipients.
create or replace function app.admit_mail(mail uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.mails;
  outcome text := 'queued';
  hits bigint[];
begin
  select * into m from public.mails where id = mail for update;
  if not found then
    return null;
  end if;
  if not m.asked then
    if app.is_mail_refused(m.recipient) then
      outcome := 'suppressed';
    -- An email to the account that it is about has no limit.
    elsif m.recipient <> all (app.verified_addresses_of(m.about_user))
      and (m.from_user is null or not app.is_connected(m.from_user, m.recipient)) then
      perform pg_advisory_xact_lock(hashtextextended('mail to strangers', 0));
      if app.has_mail_room(m.kind, m.from_user, m.recipient) then
        with hit as (
          insert into public.limit_hits (kind, key, at)
          select 'mail to a stranger', l.key, clock_timestamp()
          from app.mail_limits(m.kind, m.from_user, m.recipient) l
          returning id)
        select array_agg(hit.id) into hits from hit;
      else
        outcome := 'waiting';
      end if;
    end if;
  end if;
  update public.mails
  set state = outcome,
      body = case when outcome = 'suppressed' then null else body end,
      counted = hits,
      queued_at = case when outcome = 'queued' then clock_timestamp() end,
      due_at = case when outcome = 'queued' then clock_timestamp() end
  where id = mail;
  if outcome = 'queued' then
    perform app.enqueue('send-mail', json_build_object('id', mail), 'mail ' || mail);
  end if;
  return outcome;
end
$$;
