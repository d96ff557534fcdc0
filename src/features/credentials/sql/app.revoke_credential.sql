-- The credential of a vouch that is deleted for good, or with the account, stays revoked (R-P3).
create or replace function app.revoke_credential() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.credential_entries e set revoked_at = now()
  where e.list_id = old.list_id and e.index = old.index and e.revoked_at is null;
  return old;
end
$$;

create or replace trigger revoke before delete on credentials for each row execute function app.revoke_credential();
