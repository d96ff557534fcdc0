import { TestLinks } from '#features/billing/server/operations/test-links.ts';
import { newId } from '#platform/clock/id.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, malformed, plain, user, type Make, type Rows } from '../row.ts';
import type { Person } from '../world.ts';

const functions = '/api/functions/v1';
const links = new TestLinks(appSecret);
const tokenOf = (person: Person, page: 'checkout' | 'portal') =>
  links.tokenFor({ page, userId: person.userId, id: newId(), plan: 'monthly' });

const checkoutOf =
  (body: object): Make =>
  async ({ app }) => {
    // More callers try than one user may in an hour.
    await app.database.asOwner((db) => db.query(`delete from limit_hits where kind = 'payment page'`));
    return { url: `${functions}/create-checkout`, body };
  };

/** The pages of test mode: a link opens only in a session of its user. */
const pageExpected = {
  own: { live: 200, noSession: 403 },
  others: anyone(403),
  malformed: anyone(404),
};
const formExpected = { ...pageExpected, own: { live: 303, noSession: 403 } };

const show = (page: 'checkout' | 'portal') => {
  const url = (token: string) => ({ url: `/billing/${page}?session=${token}` });
  return {
    own: ({ own }) => url(tokenOf(own, page)),
    others: ({ others }) => url(tokenOf(others, page)),
    malformed: () => url('x'),
  } satisfies Record<string, Make>;
};
const form = (page: 'checkout' | 'portal') => {
  const sent = (token: string) => ({
    url: `/billing/${page}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `session=${token}&action=none`,
  });
  return {
    own: ({ own }) => sent(tokenOf(own, page)),
    others: ({ others }) => sent(tokenOf(others, page)),
    malformed: () => sent('x'),
  } satisfies Record<string, Make>;
};

export const billingRows: Rows = {
  'POST /api/functions/v1/check-subscription': {
    expected: { plain: user(200) },
    requests: plain(`${functions}/check-subscription`),
  },
  'POST /api/functions/v1/create-checkout': {
    expected: { own: user(200), malformed, 'a price': malformed },
    requests: {
      own: checkoutOf({ plan: 'monthly' }),
      malformed: checkoutOf({ plan: 'weekly' }),
      'a price': checkoutOf({ plan: 'monthly', price: 0 }),
    },
  },
  // None of the callers has subscribed.
  'POST /api/functions/v1/customer-portal': {
    expected: { plain: user(409) },
    requests: plain(`${functions}/customer-portal`),
  },
  'GET /billing/checkout': { expected: pageExpected, requests: show('checkout') },
  'GET /billing/portal': { expected: pageExpected, requests: show('portal') },
  'POST /billing/portal': { expected: formExpected, requests: form('portal') },
  // Comes last, because it subscribes.
  'POST /billing/checkout': { expected: formExpected, requests: form('checkout') },
};
