-- Whether a reminder is on, paused or off, for the page of a link that the application has opened. Null: there is none.
create or replace function app.reminder_state(person uuid, kind text, signature bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'reminder_state', person::text, kind);
  return (select r.state from public.reminders r where r.user_id = person and r.kind = reminder_state.kind);
end
$$;

grant execute on function app.reminder_state to {{app}};
