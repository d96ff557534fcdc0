-- A shoutout of an unverified sender is held, and no one writes to themselves (R-D3).
create or replace function app.stamp_shoutout() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.owns_address(new.sender_id, new.recipient_email) then
    raise check_violation using message = 'A shoutout goes to someone else.';
  end if;
  -- Verification takes the same lock before it releases what is held, so nothing is held after it.
  perform app.lock_mails_of(new.sender_id);
  new.held := not exists (
    select 1 from public.users u where u.id = new.sender_id and u.email_verified_at is not null);
  return new;
end
$$;

create or replace trigger stamp before insert on shoutouts for each row execute function app.stamp_shoutout();
