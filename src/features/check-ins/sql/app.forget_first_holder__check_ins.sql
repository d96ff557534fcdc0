-- What app.forget_first_holder removes of this feature. The entries stay.
create or replace function app.forget_first_holder__check_ins(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.check_ins c
  set shared_with_manager = false, manager_email = null, manager_mail_id = null, manager_email_state = null
  where c.user_id = person and c.shared_with_manager;
$$;
