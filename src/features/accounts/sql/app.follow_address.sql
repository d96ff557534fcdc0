-- What was received at a verified extra address is lost with the address, and comes back with it.
create or replace function app.follow_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.leave_address(old.user_id, old.email);
  else
    perform app.take_back_address(new.user_id, new.email);
  end if;
  return null;
end
$$;

create or replace trigger leave_address after delete on user_emails
  for each row when (old.verified_at is not null) execute function app.follow_address();
create or replace trigger take_back_address after update of verified_at on user_emails
  for each row when (old.verified_at is null and new.verified_at is not null) execute function app.follow_address();
