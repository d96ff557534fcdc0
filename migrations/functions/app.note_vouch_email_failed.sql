-- Records that the newest email of the viewer's vouch was not stored (R-J1).
create or replace function app.note_vouch_email_failed(id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.vouches v set email_state = 'failed'
  where v.id = note_vouch_email_failed.id and v.user_id = app.viewer() and v.status = 'pending'
    and not exists (select 1 from public.mails m where m.id = v.mail_id)
$$;

grant execute on function app.note_vouch_email_failed to {{app}};
