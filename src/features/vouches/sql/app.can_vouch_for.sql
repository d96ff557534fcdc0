-- Whether a reference at this address can vouch for the user (R-F2): not if it delivers to a mailbox that is theirs, or
-- was until recently.
create or replace function app.can_vouch_for(person uuid, address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not app.is_own_mailbox(person, address) and not app.was_own_mailbox(person, address)
$$;
