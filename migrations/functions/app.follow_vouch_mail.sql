-- Keeps the state of the newest email with its vouch, whose own trigger notifies the owner. An email that waited is sent
-- now, so its link is valid from now.
create or replace function app.follow_vouch_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown text := case when new.state in ('held', 'waiting') then new.state
                     when new.state in ('suppressed', 'refused') then 'failed' end;
begin
  update public.vouches v
  set email_state = shown,
      sent_at = case when new.state = 'queued' then clock_timestamp() else v.sent_at end,
      expires_at = case when new.state = 'queued' then clock_timestamp() + interval '30 days' else v.expires_at end,
      status = case when new.state = 'queued' and v.status = 'expired' then 'pending' else v.status end
  where v.mail_id = new.id and v.user_id = new.from_user
    and v.email_state is distinct from shown and v.status in ('pending', 'expired');
  return null;
end
$$;

-- An email is inserted as held, and admitted after that.
create or replace trigger follow_new_vouch after insert on mails for each row
  when (new.kind = 'vouch' and new.state = 'held') execute function app.follow_vouch_mail();
create or replace trigger follow_vouch after update of state on mails for each row
  when (new.kind = 'vouch' and new.state is distinct from old.state) execute function app.follow_vouch_mail();
