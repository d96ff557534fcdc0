create or replace function app.forget_first_holder__reminders(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.reminders r where r.user_id = person;
  delete from public.push_devices d where d.user_id = person;
$$;
