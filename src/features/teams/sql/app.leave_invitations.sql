-- Ends what is pending for the verified addresses of a deleted user. The user's own relationships and invitations are
-- deleted with the account.
create or replace function app.leave_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.end_invitations_to(a.address) from unnest(app.verified_addresses_of(old.id)) as a (address);
  return old;
end
$$;

create or replace trigger leave_invitations before delete on users for each row execute function app.leave_invitations();
