-- Swaps the viewer's primary address with a verified extra one. Returns both, and whether the old one was verified:
-- then the emailed link can undo the change (the owner of an unverified address gets none). No row: no such address,
-- not verified, or the calling session has ended.
create or replace function app.swap_primary(extra uuid, undo_hash bytea, life interval, asking uuid)
returns table (old_address text, new_address text, can_undo boolean)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  u public.users;
  e public.user_emails;
begin
  select * into u from public.users one where one.id = app.viewer() for update;
  if not exists (select 1 from public.sessions s where s.id = asking and s.user_id = u.id) then
    return;
  end if;
  select * into e from public.user_emails one
  where one.id = extra and one.user_id = u.id and one.verified_at is not null for update;
  if not found then
    return;
  end if;
  old_address := u.email;
  new_address := e.email;
  can_undo := u.email_verified_at is not null;
  update public.users one set email = e.email, email_verified_at = e.verified_at where one.id = u.id;
  update public.user_emails one set email = u.email, verified_at = u.email_verified_at where one.id = e.id;
  perform app.note_primary_address(u.id, e.email);
  perform app.end_recoveries(u.id);
  if can_undo then
    insert into public.address_changes (hash, user_id, old_address, expires_at)
    values (undo_hash, u.id, u.email, clock_timestamp() + life);
  else
    perform app.release_held_mails(u.id);
  end if;
  return next;
end
$$;
