import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import type { Plan, Subscription } from '../../contract.ts';

let app: TestApp;
let ada: Caller;
let eve: Caller;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  [ada, eve] = await Promise.all([app.signUp('Ada Example'), app.signUp('Eve Example')]);
});
afterAll(() => app.close());

const planOf = async (caller: Caller) =>
  (await caller.call<Subscription>('POST /api/functions/v1/check-subscription')).json;

async function linkTo(caller: Caller, operation: string, body?: object) {
  const { json } = await caller.call<{ url: string }>(
    `POST /api/functions/v1/${operation}`,
    body ? { body } : {},
  );
  const { origin, pathname, searchParams } = new URL(json.url);
  expect(origin).toBe(app.config.appUrl);
  return { pathname, token: searchParams.get('session')! };
}
const checkout = (caller: Caller, plan: Plan) => linkTo(caller, 'create-checkout', { plan });
const portal = (caller: Caller) => linkTo(caller, 'customer-portal');
type Link = Awaited<ReturnType<typeof linkTo>>;

const open = (caller: Caller, { pathname, token }: Link) => caller.call(`GET ${pathname}?session=${token}`);
const send = (caller: Caller, { pathname, token }: Link, fields: Record<string, string> = {}) =>
  caller.call(`POST ${pathname}`, {
    body: new URLSearchParams({ session: token, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const act = async (caller: Caller, action: string) => send(caller, await portal(caller), { action });
const days = (subscription: Subscription) =>
  Math.round((Date.parse(subscription.subscription_end!) - Date.now()) / 86_400_000);

it('in test mode, a user subscribes, cancels, resumes, switches, lapses and subscribes again', async () => {
  expect(await planOf(ada)).toEqual({
    subscribed: false,
    subscription_tier: null,
    subscription_end: null,
    plan: null,
    ends: false,
    included: false,
    test_mode: true,
  });
  expect((await ada.call('POST /api/functions/v1/customer-portal')).json).toMatchObject({
    code: 'not_subscribed',
  });
  const link = await checkout(ada, 'monthly');
  const page = await open(ada, link);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Test mode: no card is charged')]);
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
  });
  const done = await send(ada, link, { plan: 'monthly' });
  expect([done.status, done.headers['location']]).toEqual([303, '/profile?checkout=success']);
  expect(await planOf(ada)).toMatchObject({ subscribed: true, subscription_tier: 'Team', plan: 'monthly' });
  expect(days(await planOf(ada))).toBeGreaterThanOrEqual(28);
  expect(
    (await ada.call('POST /api/functions/v1/create-checkout', { body: { plan: 'yearly' } })).json,
  ).toMatchObject({ code: 'already_subscribed' });

  await act(ada, 'cancel');
  expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: true });
  expect((await open(ada, await portal(ada))).text).toContain('and is not renewed');
  await act(ada, 'resume');
  expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: false });
  await act(ada, 'yearly');
  expect(await planOf(ada)).toMatchObject({ plan: 'yearly' });
  await act(ada, 'renew');
  expect(days(await planOf(ada))).toBeGreaterThan(700);
  await act(ada, 'lapse');
  expect(await planOf(ada)).toMatchObject({ subscribed: false, subscription_end: null });
  expect((await open(ada, await portal(ada))).text).toContain('The subscription has ended');

  await send(ada, await checkout(ada, 'yearly'));
  expect(await planOf(ada)).toMatchObject({ subscribed: true, plan: 'yearly' });
  await act(ada, 'end');
  expect(await planOf(ada)).toMatchObject({ subscribed: false });
});

it('a payment page opens only in a session of its user', async () => {
  const link = await checkout(ada, 'monthly');
  for (const caller of [eve, app.anonymous()]) {
    expect((await open(caller, link)).status).toBe(403);
    expect((await send(caller, link)).status).toBe(403);
  }
  expect(await planOf(eve)).toMatchObject({ subscribed: false });
  const portalOfAda = { pathname: '/billing/portal', token: link.token };
  expect((await open(ada, portalOfAda)).status).toBe(404);
  const cut = { ...link, token: link.token.slice(1) };
  expect((await open(ada, cut)).status).toBe(404);
  expect((await send(ada, cut)).status).toBe(404);
});

it('sending a checkout again, or two checkouts at once, leads to one subscription', async () => {
  const bo = await app.signUp('Bo Example');
  const [first, second] = [await checkout(bo, 'monthly'), await checkout(bo, 'yearly')];
  await Promise.all(Array.from({ length: 10 }, (_, n) => send(bo, n % 2 ? first : second)));
  const { rows } = await app.database.asOwner((db) =>
    db.query('select id from subscriptions where user_id = $1', [bo.userId]),
  );
  expect(rows).toHaveLength(1);
  await act(bo, 'end');
  const statuses = [];
  for (const link of [first, second]) {
    const { status } = await send(bo, link);
    statuses.push(status);
    expect((await planOf(bo)).subscribed).toBe(status === 303);
    if (status === 303) await act(bo, 'end');
  }
  // The checkout of the ended subscription is over. The other one was not used.
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 410]);
});

it('where the plan is included, everyone has it, and nothing is sold', async () => {
  const included = await startApp({ BILLING: 'included' });
  const cy = await included.signUp('Cy Example');
  expect(await planOf(cy)).toMatchObject({ subscribed: true, subscription_tier: 'Team', included: true });
  const codes = [];
  for (const [operation, body] of [['create-checkout', { plan: 'monthly' }], ['customer-portal']] as const)
    codes.push((await cy.call<{ code: string }>(`POST /api/functions/v1/${operation}`, { body })).json.code);
  expect(codes).toEqual(['already_subscribed', 'not_subscribed']);
  expect((await cy.call('GET /billing/checkout')).status).toBe(404);
  await included.close();
});
