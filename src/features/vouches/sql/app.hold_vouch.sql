-- Lets a deletion of the vouch wait until the transaction ends. False if it is deleted.
create or replace function app.hold_vouch(vouch uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.vouches v where v.id = vouch and v.deleted_at is null for share;
  return found;
end
$$;
