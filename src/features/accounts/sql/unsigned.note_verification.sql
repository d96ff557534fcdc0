-- Stores a link for an address of the viewer, the primary one or the given extra one; older links to it stop working.
-- Returns the address, or null if the viewer does not have it.
create or replace function unsigned.note_verification(token_hash bytea, life interval, extra uuid default null)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person uuid := app.viewer();
  own text;
begin
  select u.email into strict own from public.users u where u.id = person for no key update;
  if extra is not null then
    select e.email into own from public.user_emails e where e.id = extra and e.user_id = person;
    if not found then
      return null;
    end if;
  end if;
  update public.verification_tokens t set replaced_at = now()
  where t.user_id = person and t.address = own and t.replaced_at is null and t.used_at is null;
  insert into public.verification_tokens (hash, user_id, address, expires_at)
  values (token_hash, person, own, now() + life);
  return own;
end
$$;
