-- Notes that an event was received that changes nothing, because a newer one was applied.
create or replace function app.note_billing_event(event text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'note_billing_event', event);
  insert into public.billing_events (id) values (event) on conflict do nothing;
end
$$;

grant execute on function app.note_billing_event to {{app}};
