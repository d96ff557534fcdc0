-- Called by processes of the previous version, which cannot ask for a code: for an account with a second factor, the
-- outcome is "unknown".
create or replace function app.use_recovery(
  token_hash bytea, salt text, proof bytea, session app.new_session,
  out outcome text, out user_id uuid, out ends timestamptz, out taken_over boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  select r.outcome, r.user_id, r.ends, r.taken_over into outcome, user_id, ends, taken_over
  from app.recover_with(token_hash, salt, proof, null, session) r;
  if outcome = 'code needed' then
    outcome := 'unknown';
  end if;
end
$$;

grant execute on function app.use_recovery to {{app}};
