// A server that implements the calls of Stripe's API that Logbook uses, in Stripe's wire format, and signs events as Stripe
// does.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './app.ts';

const secretKey = 'sk_test_of_this_test';
const webhookSecret = 'whsec_of_this_test';
export const prices = { monthly: 'price_monthly', yearly: 'price_yearly' };

export type StripeObject = Record<string, unknown> & { id: string };
type Answer = { status: number; body: object };

export type FakeStripe = {
  /** The settings of an instance that uses it. */
  env: Record<string, string>;
  /** The calls so far: method, path and form. */
  calls: { method: string; path: string; form: URLSearchParams }[];
  /** The subscriptions that the API returns, by id. */
  subscriptions: Map<string, StripeObject>;
  customers: Set<string>;
  /** The checkout sessions, by id. */
  sessions: Map<string, StripeObject>;
  /** `down`: every call fails. */
  state: 'up' | 'down';
  /** The host of the pages that it returns. */
  pageHost: string;
  close(): Promise<void>;
};

const missing = (param: string): Answer => ({
  status: 404,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', param, message: 'No such object' },
  },
});

const listOf = (url: URL, data: object[]): Answer => ({
  status: 200,
  body: { object: 'list', url: url.pathname, has_more: false, data },
});

const metadataOf = (form: URLSearchParams) => ({
  user_id: form.get('metadata[user_id]'),
  instance: form.get('metadata[instance]'),
});

export async function startStripe(): Promise<FakeStripe> {
  const byKey = new Map<string, Answer>();
  let customers = 0;
  const fake: Omit<FakeStripe, 'env' | 'close'> = {
    calls: [],
    subscriptions: new Map(),
    customers: new Set(),
    sessions: new Map(),
    state: 'up',
    pageHost: 'checkout.stripe.com',
  };

  function answer(method: string, url: URL, form: URLSearchParams): Answer {
    const [, , kind = '', id = ''] = url.pathname.split('/');
    if (method === 'POST' && kind === 'customers') {
      const customer = `cus_${++customers}`;
      fake.customers.add(customer);
      return { status: 200, body: { id: customer, object: 'customer' } };
    }
    if (kind === 'customers') {
      if (!fake.customers.delete(id)) return missing('id');
      return { status: 200, body: { id, object: 'customer', deleted: true } };
    }
    const customer = form.get('customer') ?? url.searchParams.get('customer');
    if (customer !== null && !fake.customers.has(customer)) return missing('customer');
    if (kind === 'checkout') return answerCheckout(method, url, form, customer);
    if (kind === 'billing_portal')
      return { status: 200, body: { id: 'bps_1', url: `https://billing.stripe.com/p/session/${customer}` } };
    if (id === '') {
      const data = [...fake.subscriptions.values()].filter(
        (each) => each['customer'] === customer && each['status'] !== 'canceled',
      );
      return listOf(url, data);
    }
    const subscription = fake.subscriptions.get(id);
    if (!subscription) return missing('id');
    if (method === 'POST')
      Object.assign(subscription, { cancel_at_period_end: form.get('cancel_at_period_end') === 'true' });
    if (method === 'DELETE') Object.assign(subscription, { status: 'canceled', ended_at: seconds() });
    return { status: 200, body: subscription };
  }

  function answerCheckout(method: string, url: URL, form: URLSearchParams, customer: string | null): Answer {
    const [id = '', action] = url.pathname.split('/').slice(4);
    if (method === 'GET' && id === '') {
      const status = url.searchParams.get('status');
      const data = [...fake.sessions.values()].filter(
        (each) => each['customer'] === customer && each['status'] === status,
      );
      return listOf(url, data);
    }
    if (id === '') {
      const created = `cs_${fake.sessions.size + 1}`;
      const session = {
        id: created,
        url: `https://${fake.pageHost}/c/pay/${created}`,
        customer,
        status: 'open',
        created: seconds(),
        metadata: metadataOf(form),
      };
      fake.sessions.set(created, session);
      return { status: 200, body: session };
    }
    const session = fake.sessions.get(id);
    if (!session) return missing('session');
    if (action === 'expire') {
      if (session['status'] !== 'open')
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Not open' } } };
      Object.assign(session, { status: 'expired', url: null });
    }
    return { status: 200, body: session };
  }

  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const url = new URL(request.url!, 'http://stripe');
      const form = new URLSearchParams(text);
      fake.calls.push({ method: request.method!, path: url.pathname, form });
      const respond = ({ status, body }: Answer) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (fake.state === 'down')
        return respond({ status: 500, body: { error: { type: 'api_error', message: 'Down' } } });
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        return respond({
          status: 401,
          body: { error: { type: 'invalid_request_error', message: 'No key' } },
        });
      const key = request.headers['idempotency-key'];
      const known = typeof key === 'string' ? byKey.get(key) : undefined;
      const result = known ?? answer(request.method!, url, form);
      if (typeof key === 'string') byKey.set(key, result);
      return respond(result);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_MONTHLY: prices.monthly,
      STRIPE_PRICE_YEARLY: prices.yearly,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const seconds = () => Math.floor(Date.now() / 1000);

/** A subscription as Stripe's API returns it. */
export function subscriptionOf(customer: string, more: Record<string, unknown> = {}): StripeObject {
  return {
    id: 'sub_1',
    object: 'subscription',
    customer,
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          current_period_end: seconds() + 30 * 86_400,
          price: { id: prices.monthly, recurring: { interval: 'month' } },
        },
      ],
    },
    ...more,
  };
}

/** An event in the form in which Stripe sends it. `created` in seconds. */
export const eventOf = (id: string, type: string, object: object, created = seconds()) =>
  JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } });

/** The `Stripe-Signature` header for these bytes. */
export function signatureOf(payload: string, { t = seconds(), secret = webhookSecret } = {}): string {
  const v1 = createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex');
  return `t=${t},v1=${v1}`;
}

/** Sends an event to the webhook. `header` null: without a signature. */
export async function deliver(
  app: TestApp,
  payload: string,
  header: string | null = signatureOf(payload),
): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    payload,
    headers: { 'content-type': 'application/json', ...(header !== null && { 'stripe-signature': header }) },
  });
  return statusCode;
}
