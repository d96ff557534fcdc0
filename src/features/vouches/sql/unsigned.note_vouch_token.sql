-- Stores the link of the next email of the viewer's vouch. Its earlier link stops working immediately or, if that email
-- has to wait, when it is sent (app.replace_vouch_links). Outcomes: sent, not found, closed (it was answered or
-- withdrawn), used up (R-F3: sent again `most` times), too soon, waiting (its email is not sent yet). `gap`: seconds since
-- the email was last sent. `life`: of the link.
create or replace function unsigned.note_vouch_token(vouch uuid, token_hash bytea, mail uuid, gap int, most int, life interval) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.vouches;
begin
  -- Emails are locked before what they are about.
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || app.viewer(), 0));
  select * into v from public.vouches o
  where o.id = vouch and o.user_id = app.viewer() and o.deleted_at is null for update;
  if not found then
    return 'not found';
  elsif v.status not in ('pending', 'expired') then
    return 'closed';
  elsif v.email_state in ('held', 'waiting') then
    return 'waiting';
  elsif v.mail_id is not null and v.resends >= most then
    return 'used up';
  elsif v.mail_id is not null and v.email_state is null and v.sent_at > clock_timestamp() - make_interval(secs => gap) then
    return 'too soon';
  end if;
  -- Also the creation time of the new link. One that has expired stays so, even if the email has to wait.
  update public.vouch_tokens t set replaced_at = least(now(), v.expires_at)
  where t.vouch_id = v.id and t.replaced_at is null;
  insert into public.vouch_tokens (hash, vouch_id) values (token_hash, v.id);
  update public.vouches o
  set status = 'pending', resends = v.resends + case when v.mail_id is null then 0 else 1 end, mail_id = mail,
      email_state = null, sent_at = clock_timestamp(), expires_at = clock_timestamp() + life
  where o.id = v.id;
  return 'sent';
end
$$;
