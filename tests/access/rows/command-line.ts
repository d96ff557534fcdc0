import { LoginSecrets, newCode } from '#features/command-line/server/operations/login-codes.ts';
import { newId } from '#platform/clock/id.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, byId, malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { spareApiToken, type Person } from '../world.ts';

const secrets = new LoginSecrets(appSecret);

/** A sign-in, decided by this person or by no one yet. */
async function login(
  { app }: At,
  person: Person | null,
  decision: 'approved' | 'refused' | null = null,
): Promise<{ id: string; device: string; code: string }> {
  const [id, device, code] = [newId(), newToken(), newCode()];
  const sealed = decision === 'approved' ? secrets.sealToken(id, newApiToken()) : null;
  await app.database.asOwner(async (db) => {
    await db.query(`delete from limit_hits where kind like 'cli%'`);
    await db.query(
      `insert into cli_logins (id, device_hash, code_hash, name, ip, expires_at, user_id, decision, sealed_token)
       values ($1, $2, $3, 'A laptop', '192.0.2.7', now() + interval '1 minute',
         (select id from users where id = $4), $5, $6)`,
      [id, hashToken(device), secrets.hashCode(code), person?.userId ?? null, decision, sealed],
    );
  });
  return { id, device, code };
}

const start = (name: string): Sent => ({ url: '/api/cli_logins', body: { name } });
const take = (device_code: string): Sent => ({ url: '/api/cli_logins/token', body: { device_code } });
const find = (code: string): Sent => ({ url: '/api/cli_logins/find', body: { code } });
const end = (token: string): Sent => ({ url: '/api/cli_logins/end', body: { token } });

const decide = (decision: 'approve' | 'refuse'): Rows[string] => {
  const url = (id: string): Sent => ({ url: `/api/cli_logins/${id}/${decision}`, body: {} });
  return {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), url),
      own: async (at) => {
        // A user has few tokens.
        await at.app.database.asOwner((db) =>
          db.query('delete from api_tokens where user_id = $1', [at.own.userId]),
        );
        return url((await login(at, at.own)).id);
      },
      others: async (at) => url((await login(at, at.others)).id),
    },
  };
};

export const commandLineRows: Rows = {
  'GET /cli': { expected: { plain: anyone(200) }, requests: plain('/cli') },
  'POST /api/cli_logins': {
    expected: { 'a name': anyone(200), malformed },
    requests: {
      'a name': async ({ app }) => {
        await app.database.asOwner((db) => db.query(`delete from limit_hits where kind = 'cli login'`));
        return start('A laptop');
      },
      malformed: () => start('x'.repeat(301)),
    },
  },
  'POST /api/cli_logins/token': {
    expected: {
      approved: anyone(200),
      refused: anyone(400),
      waiting: anyone(400),
      none: anyone(400),
      malformed,
    },
    requests: {
      // The code proves the right to the token and to the address of its account.
      approved: async (at) => ({
        ...take((await login(at, at.others, 'approved')).device),
        reveals: at.others,
      }),
      refused: async (at) => take((await login(at, at.others, 'refused')).device),
      waiting: async (at) => take((await login(at, at.others)).device),
      none: () => take(newToken()),
      malformed: () => take('x'.repeat(101)),
    },
  },
  'POST /api/cli_logins/end': {
    expected: { 'a token': anyone(200), none: anyone(200), malformed },
    requests: {
      'a token': async ({ app, others }) => end((await spareApiToken(app, others)).token),
      none: () => end(newApiToken()),
      malformed: () => end('x'.repeat(101)),
    },
  },
  'POST /api/cli_logins/find': {
    expected: { 'a code': user(200), none: user(404), malformed },
    requests: {
      'a code': async (at) => find((await login(at, null)).code),
      none: async (at) => {
        await login(at, null);
        return find('WDJB-MJHT');
      },
      malformed: () => find('x'.repeat(101)),
    },
  },
  'POST /api/cli_logins/:id/approve': decide('approve'),
  'POST /api/cli_logins/:id/refuse': decide('refuse'),
};
