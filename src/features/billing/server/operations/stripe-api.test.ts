import { describe, expect, it, test } from 'vitest';
import { prices, subscriptionOf } from '#tests/support/stripe.ts';
import { ProviderError } from './payment-pages.ts';
import {
  callStripe,
  instantSeconds,
  isMissing,
  readSubscription,
  stripePage,
  unlessMissing,
  type StripeApi,
} from './stripe-api.ts';

/** An error of the SDK. */
const errorWith = (fields: object) => Object.assign(new Error('with sk_live_1'), fields);
const missing = errorWith({ type: 'StripeInvalidRequestError', code: 'resource_missing', param: 'customer' });
const declined = errorWith({ type: 'StripeCardError', code: 'card_declined', param: 'customer' });

test.each([
  [missing, undefined, true],
  [missing, 'customer', true],
  [missing, 'id', false],
  [declined, undefined, false],
  [declined, 'customer', false],
  [new Error('resource_missing'), undefined, false],
])('the error %j about the parameter %s says that an object is missing: %s', (error, param, is) => {
  expect(isMissing(error, param)).toBe(is);
});

describe('a call of Stripe', () => {
  it('fails without the text of the SDK, which may contain parts of keys', async () => {
    const error = errorWith({ type: 'StripeAPIError', statusCode: 500 });
    const failure: unknown = await callStripe(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ProviderError);
    expect((failure as Error).message).toBe('Stripe: StripeAPIError 500');
  });

  it('rethrows that an object is missing, and any other error', async () => {
    await expect(callStripe(() => Promise.reject(missing))).rejects.toBe(missing);
    const own = new TypeError('of ours');
    await expect(callStripe(() => Promise.reject(own))).rejects.toBe(own);
    expect(await callStripe(() => Promise.resolve('done'))).toBe('done');
  });

  it('about an object that may not exist resolves with undefined if it does not', async () => {
    expect(await unlessMissing(() => Promise.reject(missing))).toBeUndefined();
    expect(await unlessMissing(() => Promise.resolve(1))).toBe(1);
    await expect(unlessMissing(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  });
});

test.each(['https://checkout.stripe.com/c/pay/1', 'https://stripe.com/'])('%s is a page of Stripe', (url) => {
  expect(stripePage(url)).toBe(url);
});

test.each([
  'http://checkout.stripe.com/',
  'https://notstripe.com/',
  'https://stripe.com.example.org/',
  'checkout',
  null,
])('%s is refused as a page on another host', (url) => {
  expect(() => stripePage(url)).toThrow(ProviderError);
});

describe('a subscription of Stripe', () => {
  const api = { billing: { prices }, instance: 'https://logbook.example' } as unknown as StripeApi;
  const user = '01900000-0000-7000-8000-000000000001';
  const [end, later] = [1_800_000_000, 1_900_000_000];
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
  const items = (price: object, period: object = { current_period_end: end }) => ({
    items: { data: [{ ...period, price }] },
  });
  const monthly = { id: prices.monthly, recurring: { interval: 'month' } };
  const read = (more: Record<string, unknown>) =>
    readSubscription(subscriptionOf('cus_1', { ...items(monthly), created: 5, ...more }), api);
  const ours = { metadata: { user_id: user, instance: api.instance } };

  it.each([
    ['with our mark', ours, user],
    ['with our mark and no user', { metadata: { instance: api.instance } }, null],
    ['with a user of another instance', { metadata: { user_id: user, instance: 'https://other' } }, null],
    ['without metadata', { metadata: null }, null],
  ])('%s has the buyer', (_what, more, buyer) => {
    expect(read(more)).toMatchObject({ id: 'sub_1', customer: 'cus_1', created: 5, buyer });
  });

  it.each([
    [monthly, 'monthly'],
    [{ id: prices.yearly, recurring: { interval: 'month' } }, 'yearly'],
    [{ id: 'replaced', recurring: { interval: 'year' } }, 'yearly'],
    [{ id: 'replaced', recurring: { interval: 'week' } }, null],
    [{ id: 'replaced' }, null],
  ])('at the price %j is the plan %s', (price, plan) => {
    expect(read({ ...ours, ...items(price) })).toMatchObject({ state: { plan } });
  });

  it.each([
    [{}, end, false],
    [{ cancel_at_period_end: true }, end, true],
    [{ cancel_at: end - 1 }, end - 1, true],
    [{ cancel_at: later }, end, true],
    [{ ended_at: later }, later, true],
    [{ ...items(monthly, {}), current_period_end: later }, later, false],
    [{ ...items(monthly, {}), ended_at: end }, end, true],
    [{ ...items(monthly, {}) }, 0, false],
  ])('with %j ends at %d, and is not renewed: %s', (more, seconds, ends) => {
    expect(read(more)).toMatchObject({ state: { subscription_end: instant(seconds), ends } });
  });

  it('of another product is foreign, and anything else is none', () => {
    expect(read({ ...items({ id: 'other' }), metadata: { user_id: user } })).toBe('foreign');
    expect(read({ status: 'unheard of' })).toBeUndefined();
    expect(read({ items: { data: [] } })).toBeUndefined();
    expect(readSubscription(null, api)).toBeUndefined();
  });
});

test.each([
  [-1, false],
  [0, true],
  [Date.UTC(9999, 11, 31, 23, 59, 59) / 1000, true],
  [Date.UTC(10_000, 0) / 1000, false],
  [1.5, false],
])('%d seconds since 1970 are an instant of Stripe: %s', (seconds, is) => {
  expect(instantSeconds.safeParse(seconds).success).toBe(is);
});
