-- Keeps the state of the email to a reference with its vouch (app.pass_on_mail_state). An email that waited is sent now, so
-- the link in it is valid from now.
create or replace function app.pass_on_mail_state__vouches(mail uuid, sender uuid, shown text, is_deleted boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  vouch uuid;
begin
  update public.vouches v
  set email_state = shown,
      sent_at = case when shown is null then clock_timestamp() else v.sent_at end,
      expires_at = case when shown is null then clock_timestamp() + {{vouch_link_life}} else v.expires_at end,
      status = case when shown is null and v.status = 'expired' then 'pending' else v.status end
  where v.mail_id = mail and v.user_id = sender and v.status in ('pending', 'expired', 'withdrawn')
    and v.email_state is distinct from shown
  returning v.id into vouch;
  if vouch is not null then
    perform app.replace_vouch_links(vouch, shown is null);
  end if;
end
$$;
