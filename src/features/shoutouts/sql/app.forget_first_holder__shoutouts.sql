-- What app.forget_first_holder removes of this feature.
create or replace function app.forget_first_holder__shoutouts(person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.shoutouts s where s.sender_id = person and s.held;
$$;
