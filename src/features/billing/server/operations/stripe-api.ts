// How this product uses Stripe: what it requests from the API, and which parts of the responses it trusts.
import type Stripe from 'stripe';
import * as z from 'zod';
import type { StripeBilling } from '#platform/config/config.ts';
import type { Plan } from '../../contract.ts';
import { isLiveStatus, statuses, type SubscriptionState } from '../../rules.ts';
import { ProviderError } from './payment-pages.ts';

export type StripeApi = {
  stripe: Stripe;
  billing: StripeBilling;
  /** Marks what this instance sells: other products, and other instances, may use the same Stripe account. */
  instance: string;
};

/** The limit of one attempt of a call, in milliseconds. */
const attemptMs = 4_000;
/** The limit of all Stripe calls of one request, in milliseconds. */
const requestMs = 12_000;

/** Loads the SDK, which is large and only needed with this driver. */
export async function stripeApi(billing: StripeBilling, instance: string): Promise<StripeApi> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(billing.apiUrl);
  const stripe = new StripeClient(billing.secretKey, {
    timeout: attemptMs,
    maxNetworkRetries: 1,
    telemetry: false,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
  });
  return { stripe, billing, instance };
}

/** What the SDK throws. Its messages may contain parts of keys, so only its codes are used. */
const stripeError = z.object({
  type: z.string(),
  code: z.string().optional(),
  param: z.string().optional(),
  statusCode: z.number().optional(),
});

/** Whether Stripe says that this object does not exist. */
export function isMissing(error: unknown, param?: string): boolean {
  const { data } = stripeError.safeParse(error);
  return data?.code === 'resource_missing' && (param === undefined || data.param === param);
}

/**
 * Runs calls of the API. Throws `ProviderError`, even if they take too long, except for missing objects, whose errors
 * are rethrown. Calls that take too long continue: each of them may be repeated later.
 */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProviderError('Stripe: took too long')), requestMs);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof ProviderError || isMissing(error)) throw error;
    const { data } = stripeError.safeParse(error);
    if (!data) throw error;
    const { type, code, statusCode } = data;
    throw new ProviderError(['Stripe:', type, code, statusCode].filter(Boolean).join(' '));
  } finally {
    clearTimeout(timer);
  }
}

/** A page of Stripe. No other host may receive our users. */
export function stripePage(url: string | null): string {
  const parsed = URL.parse(url ?? '');
  const isStripe = parsed?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(parsed.hostname);
  if (!isStripe) throw new ProviderError('Stripe: a page on another host');
  return parsed.href;
}

/** Seconds since 1970, until the year 9999. Neither a date nor the database can hold every number. */
export const instantSeconds = z.number().int().min(0).max(253_402_300_799);
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** The parts of a subscription that are used. Older API versions have the period on the subscription itself. */
const subscriptionObject = z.object({
  id: z.string().min(1).max(255),
  customer: idOf,
  status: z.enum(statuses),
  created: instantSeconds.default(0),
  metadata: z.record(z.string(), z.string()).nullish(),
  cancel_at_period_end: z.boolean().default(false),
  cancel_at: instantSeconds.nullish(),
  ended_at: instantSeconds.nullish(),
  current_period_end: instantSeconds.optional(),
  items: z.object({
    data: z
      .array(
        z.object({
          current_period_end: instantSeconds.optional(),
          price: z.object({
            id: z.string(),
            recurring: z.object({ interval: z.string() }).nullish(),
          }),
        }),
      )
      .min(1),
  }),
});

export type ReadSubscription = {
  id: string;
  customer: string;
  state: SubscriptionState;
  /** The user for whom this instance sold it. Null: it was not sold by this instance. */
  buyer: string | null;
  /** Seconds since 1970. */
  created: number;
};

/**
 * A subscription as an event or the API returned it. `foreign`: for something other than the Team plan. Undefined: it
 * is not a subscription.
 */
export function readSubscription(
  object: unknown,
  { billing: { prices }, instance }: StripeApi,
): ReadSubscription | 'foreign' | undefined {
  const { data } = subscriptionObject.safeParse(object);
  if (!data) return undefined;
  const item = data.items.data[0]!;
  const { user_id: userId, instance: seller } = data.metadata ?? {};
  // By this instance's mark, so that a price that the operator has replaced still counts. Without the mark, such as
  // after a change of APP_URL, only one of our prices does, and only for a customer that this instance knows. Another
  // product may use the same metadata: `user_id` alone says nothing.
  const isTeam = seller === instance || Object.values(prices).includes(item.price.id);
  if (!isTeam) return 'foreign';
  const buyer = seller === instance ? (z.uuid().safeParse(userId).data ?? null) : null;
  const period = item.current_period_end ?? data.current_period_end ?? data.ended_at ?? 0;
  const end = data.ended_at ?? Math.min(period, data.cancel_at ?? period);
  const state = {
    status: data.status,
    plan: planOf(item.price, prices),
    subscription_end: instant(end),
    ends: data.cancel_at_period_end || (data.cancel_at ?? data.ended_at ?? null) !== null,
  };
  return { id: data.id, customer: data.customer, state, buyer, created: data.created };
}

/** By the price's id, or for a price that the operator has replaced, by its interval. */
function planOf(
  price: { id: string; recurring?: { interval: string } | null | undefined },
  prices: StripeBilling['prices'],
): Plan | null {
  if (price.id === prices.monthly) return 'monthly';
  if (price.id === prices.yearly) return 'yearly';
  const plans: Record<string, Plan> = { month: 'monthly', year: 'yearly' };
  return plans[price.recurring?.interval ?? ''] ?? null;
}

/** The live subscriptions of a customer that this instance sold, oldest first, as Stripe knows them now. */
export async function soldTo(api: StripeApi, customer: string): Promise<ReadSubscription[]> {
  const sold: ReadSubscription[] = [];
  for await (const object of api.stripe.subscriptions.list({ customer, limit: 100 })) {
    const read = readSubscription(object, api);
    if (read && read !== 'foreign' && read.buyer !== null && isLiveStatus(read.state.status)) sold.push(read);
  }
  return sold.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
}

/** Runs a call about an object that may not exist anymore. */
export async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
