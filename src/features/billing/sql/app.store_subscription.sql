-- Stores the state of a subscription, as an event said, and that the event was applied. Requires the lock of
-- app.lock_subscription, and the application's decision that the event is the newest one.
create or replace function app.store_subscription(
  driver text, id text, person uuid, event text, state json, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'store_subscription', driver, id, person::text, event, state::text);
  insert into public.billing_events (id) values (event) on conflict do nothing;
  insert into public.subscriptions as s
    (id, driver, user_id, status, plan, subscription_end, ends, event_at, event_rank)
  values (
    store_subscription.id, store_subscription.driver, person, state ->> 'status', state ->> 'plan',
    (state ->> 'subscription_end')::timestamptz, (state ->> 'ends')::boolean, (state ->> 'event_at')::timestamptz,
    (state ->> 'event_rank')::smallint)
  on conflict on constraint subscriptions_pkey do update set
    status = excluded.status, plan = excluded.plan, subscription_end = excluded.subscription_end,
    ends = excluded.ends, event_at = excluded.event_at, event_rank = excluded.event_rank
  where s.user_id = excluded.user_id;
end
$$;

grant execute on function app.store_subscription to {{app}};
