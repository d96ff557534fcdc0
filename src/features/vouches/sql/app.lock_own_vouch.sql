-- Whether a vouch is the viewer's and not deleted. Until the transaction ends, it cannot be deleted.
create or replace function app.lock_own_vouch(vouch uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.vouches v
  where v.id = vouch and v.user_id = app.viewer() and v.deleted_at is null for share;
  return found;
end
$$;
