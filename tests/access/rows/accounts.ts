// Accounts, sessions, addresses and feedback.
import { randomBytes } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { anyone, byId, malformed, malformedId, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { mailedToken, password, spareEmail, startSession } from '../world.ts';

// The access token is not valid, but the refresh cookie is.
const byRefresh = { 'expired session, cookies': 200, 'bad bearer with valid cookies': 200 };

const freshEmail = () => `fresh-${randomBytes(6).toString('hex')}@example.com`;
const signUp = (body: object): Sent => ({
  url: '/api/auth/sign-up',
  body: { full_name: 'New User', password, ...body },
});
const signIn = (body: object): Sent => ({ url: '/api/auth/sign-in', body: { password, ...body } });
const token = (body: object): Sent => ({
  url: '/api/auth/token',
  body: { grant_type: 'password', ...body },
});
const verify = (token: unknown): Sent => ({ url: '/api/auth/verify', body: { token } });
const checkLink = (token: unknown): Sent => ({ url: '/api/auth/recover/check', body: { token } });
const recover = (body: object): Sent => ({ url: '/api/auth/recover/complete', body: { password, ...body } });
const undo = (token: unknown): Sent => ({ url: '/api/auth/undo-email-change', body: { token } });
const changePassword = (current_password: unknown): Sent => ({
  url: '/api/auth/user',
  body: { current_password, password },
});
const session = (id: string): Sent => ({ url: `/api/auth/sessions/${id}` });
const addEmail = (body: object): Sent => ({
  url: '/api/user_emails',
  body: { email: freshEmail(), ...body },
});
const resend = (id: string): Sent => ({ url: `/api/user_emails/${id}/resend` });
const primary = (id: string): Sent => ({
  url: `/api/user_emails/${id}/primary`,
  body: { password },
});
const deleteAccount = (body: object): Sent => ({
  url: '/api/functions/v1/delete-account',
  body,
  hasOldSignIn: true,
});
const feedback = (body: object): Sent => ({ url: '/api/feedback', body: { message: 'Text', ...body } });

const spareAddress = ({ app, own }: At, verified: boolean) => spareEmail(app, own, verified);
const othersToken = ({ app, others }: At, link: 'recover' | 'undo') => mailedToken(app, others, link);
/** The id of another session of the caller's person. A deleted user has none: an unknown id. */
const spareSession = async ({ app, own, deleted }: At) =>
  own === deleted ? newId() : (await startSession(app, own)).session;

export const accountRows: Rows = {
  'POST /api/auth/sign-up': {
    expected: { fresh: anyone(200), taken: anyone(409), malformed },
    requests: {
      fresh: () => signUp({ email: freshEmail() }),
      taken: ({ others }) => signUp({ email: others.email }),
      malformed: () => signUp({ email: 7 }),
    },
  },
  'POST /api/auth/sign-in': {
    expected: { right: anyone(200), wrong: anyone(401), malformed },
    requests: {
      right: ({ others }) => ({ ...signIn({ email: others.email }), reveals: others }),
      wrong: () => signIn({ email: freshEmail() }),
      malformed: () => signIn({}),
    },
  },
  'POST /api/auth/sign-out': {
    expected: { plain: { live: 200, noSession: 401, except: byRefresh } },
    requests: plain('/api/auth/sign-out'),
  },
  'GET /api/auth/user': { expected: { plain: user(200) }, requests: plain('/api/auth/user') },
  // Uses only the refresh cookie: the access token may have expired, and a bearer has no cookie.
  'POST /api/auth/refresh': {
    expected: {
      plain: {
        live: 200,
        noSession: 401,
        except: {
          'owner, bearer': 401,
          'stranger, bearer': 401,
          'unverified, bearer': 401,
          ...byRefresh,
        },
      },
    },
    requests: plain('/api/auth/refresh'),
  },
  'POST /api/auth/token': {
    expected: {
      right: anyone(200),
      wrong: anyone(401),
      'wrong refresh token': anyone(401),
      malformed,
    },
    requests: {
      right: ({ others }) => ({ ...token({ email: others.email, password }), reveals: others }),
      wrong: () => token({ email: freshEmail(), password }),
      'wrong refresh token': () => token({ grant_type: 'refresh_token', refresh_token: newToken() }),
      malformed: () => token({ grant_type: 'anything' }),
    },
  },
  // Once a minute, for callers who are not verified.
  'POST /api/auth/resend-verification': {
    expected: {
      plain: { live: 200, noSession: 401, except: { 'unverified, cookies': 429 } },
    },
    requests: plain('/api/auth/resend-verification'),
  },
  'POST /api/auth/verify': {
    expected: {
      // The resent email has replaced the unverified person's link.
      own: { live: 200, noSession: 401, except: { 'unverified, bearer': 400, 'unverified, cookies': 400 } },
      others: user(409),
      none: user(400),
      malformed,
    },
    requests: {
      own: ({ own }) => verify(own.verifyToken),
      others: ({ others }) => verify(others.verifyToken),
      none: () => verify(newToken()),
      malformed: () => verify(7),
    },
  },
  'POST /api/auth/recover': {
    expected: { unknown: anyone(200), malformed },
    requests: {
      unknown: () => ({ url: '/api/auth/recover', body: { email: freshEmail() } }),
      malformed: () => ({ url: '/api/auth/recover', body: { email: 7 } }),
    },
  },
  'PATCH /api/auth/user': {
    expected: { right: user(200), wrong: user(403), malformed },
    requests: {
      right: () => changePassword(password),
      wrong: () => changePassword('another password'),
      malformed: () => changePassword(7),
    },
  },
  'GET /api/auth/sessions': { expected: { plain: user(200) }, requests: plain('/api/auth/sessions') },
  'DELETE /api/auth/sessions/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId((person) => person.sessionId, session),
      own: async (at) => session(await spareSession(at)),
    },
  },
  'DELETE /api/auth/sessions': { expected: { plain: user(200) }, requests: plain('/api/auth/sessions') },
  'POST /api/user_emails': {
    expected: {
      none: user(200),
      "another user's id": user(409),
      "another user's user_id": user(403),
      malformed,
    },
    requests: {
      none: () => addEmail({ id: newId() }),
      "another user's id": ({ others }) => addEmail({ id: others.emailId }),
      "another user's user_id": ({ others }) => addEmail({ id: newId(), user_id: others.userId }),
      malformed: () => addEmail({ id: malformedId }),
    },
  },
  'GET /api/user_emails': { expected: { plain: user(200) }, requests: plain('/api/user_emails') },
  'POST /api/user_emails/:id/resend': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId((person) => person.emailId, resend),
      own: async (at) => resend(await spareAddress(at, false)),
    },
  },
  'POST /api/user_emails/:id/primary': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, not verified': user(409),
    },
    requests: {
      ...byId((person) => person.emailId, primary),
      own: async (at) => primary(await spareAddress(at, true)),
      'own, not verified': async (at) => primary(await spareAddress(at, false)),
    },
  },
  'DELETE /api/user_emails/:id': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      primary: user(409),
      "another user's primary": user(404),
    },
    requests: {
      ...byId(
        (person) => person.emailId,
        (id) => ({ url: `/api/user_emails/${id}` }),
      ),
      own: async (at) => ({ url: `/api/user_emails/${await spareAddress(at, true)}` }),
      primary: ({ own }) => ({ url: `/api/user_emails/${own.userId}` }),
      "another user's primary": ({ others }) => ({ url: `/api/user_emails/${others.userId}` }),
    },
  },
  // The emailed link grants access: it needs no session (R-A11).
  'POST /api/auth/undo-email-change': {
    expected: { "another user's link": anyone(200), none: anyone(400), malformed },
    requests: {
      "another user's link": async (at) => ({
        ...undo(await othersToken(at, 'undo')),
        reveals: at.others,
      }),
      none: () => undo(newToken()),
      malformed: () => undo(7),
    },
  },
  'POST /api/auth/recover/check': {
    expected: { "another user's link": anyone(200), none: anyone(400), malformed },
    requests: {
      "another user's link": async (at) => ({
        ...checkLink(await othersToken(at, 'recover')),
        reveals: at.others,
      }),
      none: () => checkLink(newToken()),
      malformed: () => checkLink(7),
    },
  },
  // After the row above, so that everyone has the password again.
  'POST /api/auth/recover/complete': {
    expected: { "another user's link": anyone(200), none: anyone(400), malformed },
    requests: {
      "another user's link": async (at) => ({
        ...recover({ token: await othersToken(at, 'recover') }),
        reveals: at.others,
      }),
      none: () => recover({ token: newToken() }),
      malformed: () => recover({ token: 7 }),
    },
  },
  // The right password would delete everything: see delete-account.test.ts.
  'POST /api/functions/v1/delete-account': {
    expected: {
      'no password': user(403),
      'wrong password': user(403),
      malformed,
    },
    requests: {
      'no password': () => deleteAccount({}),
      'wrong password': () => deleteAccount({ password: 'another password' }),
      malformed: () => deleteAccount({ password: 7 }),
    },
  },
  'POST /api/feedback': {
    expected: {
      none: user(200),
      "another user's id": user(409),
      "another user's user_id": user(403),
      malformed,
    },
    requests: {
      none: () => feedback({ id: newId() }),
      "another user's id": ({ others }) => feedback({ id: others.feedbackId }),
      "another user's user_id": ({ others }) => feedback({ id: newId(), user_id: others.userId }),
      malformed: () => feedback({ id: malformedId }),
    },
  },
};
