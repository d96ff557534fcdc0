-- Sets the viewer of this transaction from the hash of a refresh token, which stays unused, and returns it as app.enter
-- does. From then on, the transaction can only read: changing something takes an access token.
create or replace function app.enter_to_read(
  refresh_hash bytea, out user_id uuid, out session_id uuid, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  proof text;
  ignored text;
begin
  select s.user_id, s.id, s.access_expires_at, app.viewer_proof(k.value, s.user_id)
  into user_id, session_id, expires_at, proof
  from public.sessions s, app.viewer_secret k
  where s.refresh_hash = enter_to_read.refresh_hash and s.refresh_expires_at > now();
  ignored := set_config('app.viewer', coalesce(user_id || proof, ''), true);
  ignored := set_config('transaction_read_only', 'on', true);
end
$$;

grant execute on function app.enter_to_read to {{app}};
