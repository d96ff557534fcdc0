-- The Team plan (R-H1, R-H2): what users subscribed to, as the payment provider's events said. Requests only read it.
-- Every write needs a signature of the application, so that SQL alone cannot grant a plan.

-- How this instance sells the plan. One row at most; the application writes it at startup, as the schema's owner.
create table app.billing (driver text not null check (driver in ('stripe', 'test', 'included')));
create unique index billing_one_row on app.billing ((true));
alter table app.billing enable row level security;

-- The customer of the payment provider that a user is.
create table stripe_customers (
  user_id uuid primary key references users on delete cascade,
  customer_id text not null unique check (length(customer_id) between 1 and 255),
  created_at timestamptz(3) not null default now()
);
alter table stripe_customers enable row level security;
grant select on stripe_customers to {{app}};
create policy own_customer on stripe_customers for select to {{app}} using (user_id = (select app.viewer()));

-- A user may buy a second subscription before the first has ended, so each has its row. A subscription of another driver
-- than the instance's is kept, but counts for nothing: a test subscription is worth nothing once cards are charged.
create table subscriptions (
  id text not null check (length(id) between 1 and 255),
  driver text not null check (driver in ('stripe', 'test')),
  user_id uuid not null references users on delete cascade,
  -- As Stripe names them. https://docs.stripe.com/api/subscriptions/object#subscription_object-status
  status text not null check (status in (
    'active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused')),
  -- Null: a price that the operator has replaced.
  plan text check (plan in ('monthly', 'yearly')),
  -- When the paid time ends or is renewed.
  subscription_end timestamptz(3) not null,
  -- Whether it ends then instead of being renewed.
  ends boolean not null,
  -- The event that this state is from, and the rank of its kind: events of the same instant are ordered by kind.
  event_at timestamptz(3) not null,
  event_rank smallint not null,
  created_at timestamptz(3) not null default now(),
  primary key (id, driver)
);
create index subscriptions_by_user on subscriptions (user_id);
alter table subscriptions enable row level security;
grant select on subscriptions to {{app}};
create policy own_subscriptions on subscriptions for select to {{app}} using (user_id = (select app.viewer()));

-- Events that were applied: the provider may send an event several times, at once or days later.
create table billing_events (
  id text primary key check (length(id) between 1 and 255),
  received_at timestamptz(3) not null default now()
);
create index billing_events_by_age on billing_events (received_at);
alter table billing_events enable row level security;
grant select (id, received_at), delete on billing_events to {{jobs}};
create policy purge_billing_events on billing_events for all to {{jobs}}
  using (received_at < now() - interval '90 days');
