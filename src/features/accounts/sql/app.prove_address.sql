-- Verifies an address of the user. Outcomes: verified, taken (by another user), unknown (not an address of the user).
create or replace function app.prove_address(person uuid, address text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.users u set email_verified_at = coalesce(u.email_verified_at, now())
  where u.id = person and u.email = address;
  if found then
    perform app.release_held_mails(person);
    return 'verified';
  elsif app.is_address_taken(address, person) then
    return 'taken';
  end if;
  update public.user_emails e set verified_at = coalesce(e.verified_at, now())
  where e.user_id = person and e.email = address;
  return case when found then 'verified' else 'unknown' end;
end
$$;
