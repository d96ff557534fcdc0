-- Confirms or declines a vouch by its emailed link. `shown` is the content hash that the reference has seen. Outcomes:
-- those of app.vouch_link, and changed: the files have changed since. A verified vouch stays as it is; a reference who
-- declined can still confirm. `with_domain`: the reference agrees that the domain of their mailbox is named (R-P1). Each
-- change adds the job that emails the owner.
create or replace function app.answer_vouch(
  token_hash bytea, confirms boolean, shown text, confirmed_position text, statement text,
  with_domain boolean default false)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.vouches;
  outcome text;
begin
  select o.* into v from public.vouch_tokens t join public.vouches o on o.id = t.vouch_id
  where t.hash = token_hash for update of o;
  outcome := app.vouch_link_state(token_hash);
  if outcome <> 'good' or v.status = 'verified' or (v.status = 'declined' and not confirms) then
    return outcome;
  elsif not confirms then
    update public.vouches o set status = 'declined' where o.id = v.id;
  elsif encode(app.vouch_hash(v, v.reference_position, null), 'hex') <> shown then
    return 'changed';
  else
    update public.vouches o
    set status = 'verified', verified_at = clock_timestamp(),
        confirmed_position = nullif(answer_vouch.confirmed_position, v.reference_position),
        statement = answer_vouch.statement,
        names_domain = with_domain,
        content_sha256 = app.vouch_hash(
          v, coalesce(answer_vouch.confirmed_position, v.reference_position), answer_vouch.statement)
    where o.id = v.id;
  end if;
  perform app.enqueue('report-vouch-answer', json_build_object('id', v.id), 'vouch answer ' || v.id);
  return 'good';
end
$$;

grant execute on function app.answer_vouch to {{app}};
