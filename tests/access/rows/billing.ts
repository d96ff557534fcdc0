import { malformed, plain, user, type Rows } from '../row.ts';

const functions = '/api/functions/v1';

export const billingRows: Rows = {
  'POST /api/functions/v1/check-subscription': {
    expected: { plain: user(200) },
    requests: plain(`${functions}/check-subscription`),
  },
  'POST /api/functions/v1/create-checkout': {
    expected: { own: user(503), malformed, 'a price': malformed },
    requests: {
      own: () => ({ url: `${functions}/create-checkout`, body: { plan: 'monthly' } }),
      malformed: () => ({ url: `${functions}/create-checkout`, body: { plan: 'weekly' } }),
      'a price': () => ({ url: `${functions}/create-checkout`, body: { plan: 'monthly', price: 0 } }),
    },
  },
  // None of the callers has subscribed.
  'POST /api/functions/v1/customer-portal': {
    expected: { own: user(503) },
    requests: { own: () => ({ url: `${functions}/customer-portal` }) },
  },
};
