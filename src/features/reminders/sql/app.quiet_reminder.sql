-- Pauses a reminder, or turns it off, for a link that the application has opened. One that is off stays off.
create or replace function app.quiet_reminder(person uuid, kind text, state text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'quiet_reminder', person::text, kind, state);
  update public.reminders r set state = quiet_reminder.state, next_at = null
  where r.user_id = person and r.kind = quiet_reminder.kind and quiet_reminder.state in ('paused', 'off')
    and r.state <> 'off';
end
$$;

grant execute on function app.quiet_reminder to {{app}};
