-- The viewer of this transaction, set by app.enter; null if there is none.
create or replace function app.viewer() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  claim text := current_setting('app.viewer', true);
  person uuid;
  proof text;
begin
  if claim is null or claim = '' then
    return null;
  end if;
  person := substr(claim, 1, 36);
  if length(claim) = 100 then
    select app.viewer_proof(s.value, person) into proof from app.viewer_secret s;
  else
    -- With an API token.
    select app.viewer_proof(s.value || convert_to(substr(claim, 101), 'UTF8'), person) into proof
    from app.viewer_secret s;
  end if;
  return case when substr(claim, 37, 64) = proof then person end;
end
$$;

grant execute on function app.viewer to {{app}};
