// Passkeys, recovery codes, and confirming who uses a session.
import { newId } from '#platform/clock/id.ts';
import { anyone, byId, malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { rememberDevice } from '#tests/support/authenticator-apps.ts';
import { password, sparePasskey } from '../world.ts';

const passkey = (id: string): Sent => ({ url: `/api/passkeys/${id}` });
const rename = (id: string): Sent => ({ ...passkey(id), body: { name: 'Renamed' } });
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
/** Not the answer of any passkey. */
const assertion = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const device = (id: string): Sent => ({ url: `/api/remembered_devices/${id}` });
const attestation = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const own = async ({ app, own }: At) => (await sparePasskey(app, own)).id;
const others = async ({ app, others }: At) => (await sparePasskey(app, others)).id;

export const signInMethodRows: Rows = {
  'POST /api/auth/passkey-challenge': {
    expected: { 'sign-in': anyone(200), confirm: user(200), malformed },
    requests: {
      'sign-in': () => ({ url: '/api/auth/passkey-challenge', body: { purpose: 'sign-in' } }),
      confirm: () => ({ url: '/api/auth/passkey-challenge', body: { purpose: 'confirm' } }),
      malformed: () => ({ url: '/api/auth/passkey-challenge', body: { purpose: 'add' } }),
    },
  },
  'POST /api/auth/passkey': {
    expected: { wrong: anyone(401), malformed },
    requests: {
      wrong: () => ({ url: '/api/auth/passkey', body: { assertion } }),
      malformed: () => ({ url: '/api/auth/passkey', body: { assertion: {} } }),
    },
  },
  'POST /api/auth/confirm': {
    expected: { 'by password': user(200), 'wrong passkey': user(401), malformed },
    requests: {
      'by password': () => ({ url: '/api/auth/confirm', body: { password } }),
      'wrong passkey': () => ({ url: '/api/auth/confirm', body: { assertion } }),
      malformed: () => ({ url: '/api/auth/confirm', body: { password: 7 } }),
    },
  },
  'GET /api/passkeys': { expected: { plain: user(200) }, requests: plain('/api/passkeys') },
  'POST /api/passkeys/options': {
    expected: { plain: user(200) },
    requests: plain('/api/passkeys/options'),
  },
  'POST /api/passkeys': {
    expected: { refused: user(401), malformed },
    requests: {
      refused: () => ({ url: '/api/passkeys', body: { attestation, name: 'Phone' } }),
      malformed: () => ({ url: '/api/passkeys', body: { attestation: {}, name: 'Phone' } }),
    },
  },
  'PATCH /api/passkeys/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), rename),
      own: async (at) => rename(await own(at)),
      others: async (at) => rename(await others(at)),
    },
  },
  'DELETE /api/passkeys/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), passkey),
      own: async (at) => passkey(await own(at)),
      others: async (at) => passkey(await others(at)),
    },
  },
  'POST /api/authenticator_app/options': {
    expected: { plain: user(200) },
    requests: plain('/api/authenticator_app/options'),
  },
  'POST /api/authenticator_app': {
    expected: { expired: user(400), malformed },
    requests: {
      expired: () => ({ url: '/api/authenticator_app', body: { setup: 'AAAA', code: '123456' } }),
      malformed: () => ({ url: '/api/authenticator_app', body: { setup: 7, code: '123456' } }),
    },
  },
  'DELETE /api/authenticator_app': {
    expected: { none: user(404) },
    requests: { none: () => ({ url: '/api/authenticator_app' }) },
  },
  'DELETE /api/remembered_devices/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), device),
      own: async ({ app, own }) => device((await rememberDevice(app, own)).id),
      others: async ({ app, others }) => device((await rememberDevice(app, others)).id),
    },
  },
  // The password is the only way to sign in.
  'DELETE /api/auth/password': {
    expected: { 'last way': user(409) },
    requests: {
      'last way': async ({ app }) => {
        await app.database.asOwner((db) => db.query('delete from passkeys'));
        return { url: '/api/auth/password' };
      },
    },
  },
  // For accounts with a second factor.
  'POST /api/recovery_codes': {
    expected: { plain: user(409) },
    requests: {
      plain: async ({ app }) => {
        await app.database.asOwner((db) => db.query('delete from passkeys'));
        return { url: '/api/recovery_codes' };
      },
    },
  },
};
