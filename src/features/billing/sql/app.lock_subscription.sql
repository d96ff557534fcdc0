-- What is stored about a subscription, for an event about it: the user of the customer (of Stripe) or the given user
-- (in test mode), whether the event was applied before, and the state, if any. No row: no such user, for example after
-- the deletion of the account. The lock on the user lets events about one user wait for each other.
create or replace function app.lock_subscription(
  driver text, id text, customer text, person uuid, event text, signature bytea)
returns table (
  user_id uuid, is_applied boolean, status text, plan text, subscription_end timestamptz, ends boolean,
  event_at timestamptz, event_rank smallint)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner uuid;
begin
  perform app.require_signature(signature, 'lock_subscription', driver, id, customer, person::text, event);
  select u.id into owner from public.users u
  where u.id = coalesce(
    person, (select c.user_id from public.stripe_customers c where c.customer_id = lock_subscription.customer))
  for no key update;
  if not found then
    return;
  end if;
  -- A separate statement, because only a new one sees what was committed while this one waited.
  return query
    select owner, exists (select from public.billing_events e where e.id = lock_subscription.event),
      s.status, s.plan, s.subscription_end::timestamptz, s.ends, s.event_at::timestamptz, s.event_rank
    from (select) here
    left join public.subscriptions s
      on s.id = lock_subscription.id and s.driver = lock_subscription.driver and s.user_id = owner;
end
$$;

grant execute on function app.lock_subscription to {{app}};
