// What an event of the payment provider makes of a subscription (R-H2), and whether a subscription counts now.
import type { Plan, Subscription } from './contract.ts';
import { tier } from './constants.ts';

/** As Stripe names them. */
export const statuses = [
  'active',
  'trialing',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;
export type Status = (typeof statuses)[number];

/** The subscription counts. A late payment is retried for some days, during which the plan continues. */
const liveStatuses: readonly Status[] = ['active', 'trialing', 'past_due'];

export type SubscriptionState = {
  status: Status;
  /** Null: a price that is not on sale anymore. */
  plan: Plan | null;
  /** When the paid time ends or is renewed. */
  subscription_end: string;
  /** Whether it ends then instead of being renewed. */
  ends: boolean;
};

/** Kinds of events about a subscription, in the order in which they happen within one instant. */
const kinds = ['created', 'updated', 'deleted'] as const;

/** When the provider changed the subscription, as far as its event says. */
export type EventTime = {
  /** An ISO instant. Stripe's have whole seconds. */
  event_at: string;
  event_rank: number;
};

export const rankOf = (kind: (typeof kinds)[number]): number => kinds.indexOf(kind);

export type StoredState = SubscriptionState & EventTime;

/**
 * What to do with an event that was not applied before: `store` its state, `ignore` it because the stored state is newer,
 * or `read` the subscription from the provider, because two events of the same instant and kind have no order. Applied
 * in any order, events lead to the state of the newest one.
 */
export function decideEvent(stored: EventTime | undefined, event: EventTime): 'store' | 'ignore' | 'read' {
  if (!stored) return 'store';
  const order =
    Date.parse(event.event_at) - Date.parse(stored.event_at) || event.event_rank - stored.event_rank;
  if (order === 0) return 'read';
  return order > 0 ? 'store' : 'ignore';
}

/** Whether a subscription with this status counts, as long as its paid time lasts. */
export const isLiveStatus = (status: Status): boolean => liveStatuses.includes(status);

/** Whether the subscription gives its user the plan at this time, as in `app.has_team_plan`. */
export function isLive(state: Pick<SubscriptionState, 'status' | 'subscription_end'>, now: number): boolean {
  return isLiveStatus(state.status) && Date.parse(state.subscription_end) > now;
}

/**
 * The subscription that is shown: of several live ones, one that will be renewed, so that no subscription that will
 * charge again is hidden, and of those the one that lasts longest.
 */
export function liveOne<State extends SubscriptionState>(
  states: readonly State[],
  now: number,
): State | undefined {
  return states
    .filter((state) => isLive(state, now))
    .toSorted(
      (a, b) =>
        Number(a.ends) - Number(b.ends) || Date.parse(b.subscription_end) - Date.parse(a.subscription_end),
    )[0];
}

const none = { subscribed: false, subscription_tier: null, subscription_end: null, plan: null, ends: false };

/** The plan of a user with these subscriptions. */
export function subscriptionOf(
  driver: 'stripe' | 'test' | 'included',
  states: readonly SubscriptionState[],
  now: number,
): Subscription {
  const sold = { included: false, test_mode: driver === 'test' };
  if (driver === 'included')
    return { ...none, ...sold, subscribed: true, subscription_tier: tier, included: true };
  const live = liveOne(states, now);
  if (!live) return { ...none, ...sold };
  const { plan, subscription_end, ends } = live;
  return { subscribed: true, subscription_tier: tier, subscription_end, plan, ends, ...sold };
}
