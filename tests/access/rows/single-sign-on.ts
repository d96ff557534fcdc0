// Signing in with a provider, here one that does not respond.
import { newId } from '#platform/clock/id.ts';
import { addIdentity } from '../../support/identities.ts';
import { anyone, byId, malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';

/** Settings of an instance with a provider that is away. */
export const awayProvider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'logbook' };

const identity = (id: string): Sent => ({ url: `/api/provider_identity/${id}` });
const start = (purpose: string): Sent => ({ url: '/api/auth/provider', body: { purpose } });
const callback = '/api/auth/provider/callback';

export const singleSignOnRows: Rows = {
  'GET /api/auth/provider': { expected: { plain: anyone(303) }, requests: plain('/api/auth/provider') },
  'GET /api/auth/provider/callback': {
    expected: { unknown: anyone(303), 'without a state': anyone(303), malformed },
    requests: {
      unknown: () => ({ url: `${callback}?state=unknown&code=unknown` }),
      'without a state': () => ({ url: callback }),
      malformed: () => ({ url: `${callback}?state=one&state=two` }),
    },
  },
  'POST /api/auth/provider': {
    expected: { connect: user(503), confirm: user(503), 'with an old sign-in': user(403), malformed },
    requests: {
      connect: () => start('connect'),
      confirm: () => start('confirm'),
      'with an old sign-in': () => ({ ...start('connect'), hasOldSignIn: true }),
      malformed: () => start('sign-in'),
    },
  },
  'POST /api/auth/provider/logout': {
    expected: { 'without a token': anyone(400), 'while the provider is away': anyone(503) },
    requests: {
      'without a token': () => ({ url: '/api/auth/provider/logout' }),
      'while the provider is away': () => ({
        url: '/api/auth/provider/logout',
        body: 'logout_token=unknown',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    },
  },
  'GET /api/provider_identity': {
    expected: { plain: user(200) },
    requests: plain('/api/provider_identity'),
  },
  'DELETE /api/provider_identity/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), identity),
      own: async ({ app, own }: At) => identity(await addIdentity(app, own, newId())),
      others: async ({ app, others }: At) => identity(await addIdentity(app, others, newId())),
    },
  },
};
