// Receives Stripe's events (R-H1, R-H2). Stripe repeats an event until the response is 200, immediately or hours later,
// and in any order.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { transact } from '#platform/database/transaction.ts';
import { sendCommon, sendProblem } from '#platform/http/problem.ts';
import { eventLimits } from '../../constants.ts';
import { rankOf } from '../../rules.ts';
import { refusedEvent } from '../../texts.ts';
import { applyEvent } from './apply-event.ts';
import { ProviderError } from './payment-pages.ts';
import {
  callStripe,
  instantSeconds,
  readSubscription,
  soldTo,
  unlessMissing,
  type ReadSubscription,
  type StripeApi,
} from './stripe-api.ts';
import { lockSubscription } from '../store.ts';

export const webhookPath = '/api/stripe/webhook';
/** Bytes of an event. */
export const webhookLimit = 256 * 1024;

const eventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  created: instantSeconds,
  data: z.object({ object: z.unknown() }),
});
type StripeEvent = z.infer<typeof eventObject>;

/** The times of the objects that are read. One that is out of range makes the event invalid. */
const objectTimes = z.object({
  created: instantSeconds.nullish(),
  cancel_at: instantSeconds.nullish(),
  ended_at: instantSeconds.nullish(),
  current_period_end: instantSeconds.nullish(),
  items: z.object({ data: z.array(z.object({ current_period_end: instantSeconds.nullish() })) }).nullish(),
});

/** A finished checkout names its subscription. */
const checkoutObject = z.object({ subscription: z.string() });

const ranks: Record<string, number> = {
  'checkout.session.completed': rankOf('created'),
  'checkout.session.async_payment_succeeded': rankOf('created'),
  'customer.subscription.created': rankOf('created'),
  'customer.subscription.updated': rankOf('updated'),
  'customer.subscription.paused': rankOf('updated'),
  'customer.subscription.resumed': rankOf('updated'),
  'customer.subscription.deleted': rankOf('deleted'),
};

export function stripeWebhook(api: StripeApi, pool: pg.Pool) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const event = verifiedEvent(api, request);
    if (!event) return sendProblem(reply, { status: 400, ...refusedEvent });
    try {
      await handle(api, pool, event, request.log);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      request.log.warn({ reason: error.message, event: event.id }, 'an event of Stripe must be repeated');
      return sendCommon(reply, 'busy', { retryAfter: 60 });
    }
    return reply.send({ received: true });
  };
}

/** The event, if Stripe signed exactly these bytes within the last minutes. */
function verifiedEvent({ stripe, billing }: StripeApi, request: FastifyRequest): StripeEvent | undefined {
  const header = request.headers['stripe-signature'];
  if (typeof header !== 'string' || !Buffer.isBuffer(request.body) || !isTimely(header)) return undefined;
  try {
    const event: unknown = stripe.webhooks.constructEvent(
      request.body,
      header,
      billing.webhookSecret,
      eventLimits.secondsApart,
    );
    const { data } = eventObject.safeParse(event);
    const isRead = data !== undefined && ranks[data.type] !== undefined;
    return isRead && !objectTimes.safeParse(data.data.object).success ? undefined : data;
  } catch (error) {
    request.log.warn({ reason: (error as Error).name }, 'an event was not signed by Stripe');
    return undefined;
  }
}

/** The SDK accepts times in the future, so a recorded event could be kept for later. */
function isTimely(header: string): boolean {
  const times = header.split(',').flatMap((part) => /^\s*t=(\d+)\s*$/.exec(part)?.[1] ?? []);
  return times.length === 1 && Math.abs(Date.now() / 1000 - Number(times[0])) <= eventLimits.secondsApart;
}

async function handle(
  api: StripeApi,
  pool: pg.Pool,
  event: StripeEvent,
  log: FastifyBaseLogger,
): Promise<void> {
  const rank = ranks[event.type];
  if (rank === undefined) return;
  const time = { event_at: new Date(event.created * 1000).toISOString(), event_rank: rank };
  const apply = (of: ReadSubscription, isRead: boolean) =>
    transact(pool, null, (tx) =>
      applyEvent(
        tx,
        { id: event.id, driver: 'stripe', subscription: of.id, customer: of.customer, userId: null },
        { next: { ...of.state, ...time }, isRead },
      ),
    );
  let of = readSubscription(event.data.object, api);
  if (of === 'foreign') return;
  let outcome = of ? await apply(of, false) : 'undecided';
  if (outcome === 'undecided') {
    const id = of?.id ?? checkoutObject.safeParse(event.data.object).data?.subscription;
    of = id === undefined ? undefined : await retrieve(api, id);
    if (!of || of === 'foreign') return;
    outcome = await apply(of, true);
  }
  // After the transaction, and even for repeated events: if Stripe fails now, it repeats this one.
  if (!of || of.buyer === null || !mayCharge(of)) return;
  if (outcome === 'unknown') await endOrphan(api, pool, of, log);
  else if (rank === rankOf('created')) await stopSecond(api, of, log);
}

/** Undefined: Stripe does not know it anymore. */
async function retrieve(api: StripeApi, id: string) {
  const object = await unlessMissing(() => callStripe(() => api.stripe.subscriptions.retrieve(id)));
  if (object === undefined) return undefined;
  const read = readSubscription(object, api);
  if (!read) throw new ProviderError('Stripe: a subscription of an unknown form');
  return read;
}

const mayCharge = ({ state: { status } }: ReadSubscription) =>
  status !== 'canceled' && status !== 'incomplete_expired';

/** Ends a subscription that this instance sold to a user who is gone: it was paid while the account was deleted. */
async function endOrphan(
  { stripe }: StripeApi,
  pool: pg.Pool,
  { id, buyer }: ReadSubscription,
  log: FastifyBaseLogger,
): Promise<void> {
  const user = await transact(pool, null, (tx) =>
    lockSubscription(tx, { id, driver: 'stripe', subscription: id, customer: null, userId: buyer }),
  );
  // Only the customer is unknown.
  if (user) return;
  await unlessMissing(() => callStripe(() => stripe.subscriptions.cancel(id)));
  log.warn({ subscription: id }, 'the subscription of a deleted account was canceled');
}

/**
 * If two checkouts were paid, only the older subscription is renewed. The newer one continues until the end of its paid
 * time, because canceling it immediately would take away what was paid.
 */
async function stopSecond(
  api: StripeApi,
  { customer }: ReadSubscription,
  log: FastifyBaseLogger,
): Promise<void> {
  const sold = await unlessMissing(() => callStripe(() => soldTo(api, customer)));
  const renewed = sold?.filter(({ state }) => !state.ends) ?? [];
  for (const { id } of renewed.slice(1)) {
    await unlessMissing(() =>
      callStripe(() => api.stripe.subscriptions.update(id, { cancel_at_period_end: true })),
    );
    log.warn({ subscription: id }, 'a second subscription of a user will not be renewed');
  }
}
