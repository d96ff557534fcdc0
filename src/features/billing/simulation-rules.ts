// What the pages of test mode do to a subscription, in place of the payment provider (R-H1).
import type { Plan } from './contract.ts';
import type { SubscriptionState } from './rules.ts';

/** What the portal of test mode offers. The last three are not in a real portal: they simulate what time does. */
export const portalActions = ['cancel', 'resume', 'monthly', 'yearly', 'renew', 'lapse', 'end'] as const;
export type PortalAction = (typeof portalActions)[number];

/** The end of a paid period, as Stripe counts: the same day of the next month or year, or its last day. */
export function periodEnd(plan: Plan, from: Date): Date {
  const months = plan === 'monthly' ? 1 : 12;
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  // There is no such day, as after January 31.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** A subscription that starts now. */
export function startedState(plan: Plan, now: Date): SubscriptionState {
  return { status: 'active', plan, subscription_end: periodEnd(plan, now).toISOString(), ends: false };
}

/** The subscription after an action. Undefined: the action changes nothing, because it was done before. */
export function stateAfter(
  state: SubscriptionState,
  action: PortalAction,
  now: Date,
): SubscriptionState | undefined {
  switch (action) {
    case 'cancel':
      return state.ends ? undefined : { ...state, ends: true };
    case 'resume':
      return state.ends ? { ...state, ends: false } : undefined;
    case 'monthly':
    case 'yearly':
      return state.plan === action ? undefined : startedState(action, now);
    case 'renew':
      return state.ends ? undefined : renewed(state);
    case 'lapse':
      return { ...state, subscription_end: now.toISOString() };
    case 'end':
      return { ...state, status: 'canceled', subscription_end: now.toISOString(), ends: true };
  }
}

/** The last year with an end that ISO dates and the database can have in their usual form. */
const lastYear = 9999;

/** Whether the end of one more period is a date. */
export function canRenew(state: SubscriptionState): boolean {
  return renewedEnd(state).getUTCFullYear() <= lastYear;
}

function renewedEnd({ plan, subscription_end }: SubscriptionState): Date {
  return periodEnd(plan ?? 'monthly', new Date(subscription_end));
}

function renewed(state: SubscriptionState): SubscriptionState | undefined {
  if (!canRenew(state)) return undefined;
  const end = renewedEnd(state);
  return { ...state, subscription_end: end.toISOString() };
}
