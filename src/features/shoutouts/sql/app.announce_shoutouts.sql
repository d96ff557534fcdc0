-- Notifies the verified owner of the address, and the sender of what changes for them.
create or replace function app.announce_shoutouts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  line record;
  -- After an update, the sender sees that the shoutout was released and what happens to its email, but not what the
  -- recipient did with it. The recipient does not see the email's state.
  for_sender uuid[];
  for_recipient uuid[];
begin
  if tg_op = 'INSERT' then
    for_sender := array(select c.id from changed c);
    for_recipient := for_sender;
  else
    for_sender := array(
      select c.id from changed c join earlier e on e.id = c.id
      where (c.held, c.email_state) is distinct from (e.held, e.email_state));
    for_recipient := array(
      select c.id from changed c join earlier e on e.id = c.id where c.email_state is not distinct from e.email_state);
  end if;
  for line in
    select party.user_id, case when count(*) = 1 then min(party.id::text) else 'many' end as id
    from (
      select c.sender_id as user_id, c.id from changed c
      where c.sender_id is not null and c.id = any (for_sender)
      union
      select u.id, c.id from changed c join public.users u on u.email = c.recipient_email
      where c.id = any (for_recipient) and u.email_verified_at is not null and not c.held and not c.recipient_deleted
      union
      select e.user_id, c.id from changed c join public.user_emails e on e.email = c.recipient_email
      where c.id = any (for_recipient) and e.verified_at is not null and not c.held and not c.recipient_deleted
    ) party
    group by party.user_id
  loop
    perform pg_notify('logbook_live', concat_ws(' ', 'shoutouts', line.user_id, line.id, pg_current_xact_id()));
  end loop;
  return null;
end
$$;

create or replace trigger announce_new after insert on shoutouts
  referencing new table as changed for each statement execute function app.announce_shoutouts();
create or replace trigger announce_change after update on shoutouts
  referencing old table as earlier new table as changed for each statement execute function app.announce_shoutouts();
