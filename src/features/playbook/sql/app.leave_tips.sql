-- Ends the tips to the verified addresses of a deleted account: nothing of its user is kept (R-A12).
create or replace function app.leave_tips() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tips_signups s
  where s.mailbox in (select app.mailbox(a) from unnest(app.verified_addresses_of(old.id)) a);
  return old;
end
$$;

create or replace trigger leave_tips before delete on users for each row execute function app.leave_tips();
