-- Whether this user has the Team plan now (R-H2, R-E4): it is included for everyone, or a subscription of this
-- instance's driver is live. It ends with its paid time, even if no event says so.
create or replace function app.has_team_plan(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from app.billing b where b.driver = 'included')
    or exists (
      select from public.subscriptions s join app.billing b on b.driver = s.driver
      where s.user_id = person and s.status in ('active', 'trialing', 'past_due')
        and s.subscription_end > clock_timestamp())
$$;
