-- Whether the link in a weekly email still adds entries: its address must still be a verified one of the user, and the
-- account not have been recovered since.
create or replace function app.may_answer(person uuid, address text, asked_at timestamptz, signature bytea) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'may_answer', person::text, may_answer.address);
  return may_answer.address = any (app.verified_addresses_of(person))
    and exists (
      select from public.reminders r where r.user_id = person and r.kind = 'question' and r.links_from <= asked_at);
end
$$;

grant execute on function app.may_answer to {{app}};
