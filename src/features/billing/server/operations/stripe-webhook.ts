// Receives Stripe's events (R-H1, R-H2). Stripe repeats an event until it is answered with 200, at once or hours later, and in
// any order.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { transact } from '#platform/database/transaction.ts';
import { sendCommon, sendProblem } from '#platform/http/problem.ts';
import { rankOf, type SubscriptionState } from '../../rules.ts';
import { refusedEvent } from '../../texts.ts';
import { applyEvent } from './apply-event.ts';
import { ProviderFailure } from './payment-pages.ts';
import { callStripe, isMissing, readSubscription, type StripeApi } from './stripe-api.ts';

export const webhookPath = '/api/stripe/webhook';
/** Bytes of an event. */
export const webhookLimit = 1024 * 1024;

/** How far the time of the signature may be from now, before and after. Seconds. */
const tolerance = 300;

const eventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  /** Seconds. */
  created: z.number(),
  data: z.object({ object: z.unknown() }),
});
type StripeEvent = z.infer<typeof eventObject>;

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
      await handle(api, pool, event);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
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
      tolerance,
    );
    return eventObject.safeParse(event).data;
  } catch (error) {
    request.log.warn({ reason: (error as Error).name }, 'an event was not signed by Stripe');
    return undefined;
  }
}

/** The SDK accepts times in the future, so a recorded event could be kept for later. */
function isTimely(header: string): boolean {
  const times = header.split(',').flatMap((part) => /^\s*t=(\d+)\s*$/.exec(part)?.[1] ?? []);
  return times.length === 1 && Math.abs(Date.now() / 1000 - Number(times[0])) <= tolerance;
}

async function handle(api: StripeApi, pool: pg.Pool, event: StripeEvent): Promise<void> {
  const rank = ranks[event.type];
  if (rank === undefined) return;
  const time = { event_at: new Date(event.created * 1000).toISOString(), event_rank: rank };
  const apply = (of: { id: string; customer: string; state: SubscriptionState }, isRead: boolean) =>
    transact(pool, null, (tx) =>
      applyEvent(
        tx,
        { id: event.id, driver: 'stripe', subscription: of.id, customer: of.customer, userId: null },
        { next: { ...of.state, ...time }, isRead },
      ),
    );
  const carried = readSubscription(event.data.object, api.billing);
  if (carried && (await apply(carried, false)) !== 'undecided') return;
  const id = carried?.id ?? checkoutObject.safeParse(event.data.object).data?.subscription;
  const read = id === undefined ? undefined : await retrieve(api, id);
  if (read) await apply(read, true);
}

/** Undefined: Stripe does not know it anymore. */
async function retrieve({ stripe, billing }: StripeApi, id: string) {
  try {
    const read = readSubscription(await callStripe(() => stripe.subscriptions.retrieve(id)), billing);
    if (!read) throw new ProviderFailure('Stripe: a subscription of an unknown form');
    return read;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
