-- Keeps the state of the email to a manager with its entry (app.pass_on_mail_state). That of an entry in the bin shows as
-- held: restoring the entry posts it again.
create or replace function app.pass_on_mail_state__check_ins(mail uuid, sender uuid, shown text, is_deleted boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.check_ins c
  set manager_email_state = case when is_deleted and c.deleted_at is not null then 'held' else shown end
  where c.user_id = sender and c.manager_mail_id = mail and c.shared_with_manager
    and c.manager_email_state is distinct from shown
$$;
