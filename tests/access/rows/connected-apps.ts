import { newId } from '#platform/clock/id.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { anyone, byId, malformed, plain, user, type At, type Make, type Rows, type Sent } from '../row.ts';
import type { Person } from '../world.ts';

/** An app that this person has connected. */
async function connectedApp({ app }: At, person: Person): Promise<string> {
  const id = newId();
  await app.database.asOwner((db) =>
    db.query(
      `insert into connected_apps (id, user_id, grant_hash, client_id, name, scopes, audience, expires_at)
       select $1::uuid, id, uuid_send($1::uuid), 'https://app.example', 'App', '{log:read}', 'mcp', now() + interval '1 day'
       from users where id = $2`,
      [id, person.userId],
    ),
  );
  return id;
}

const end = (id: string): Sent => ({ url: `/api/connected_apps/${id}` });

/** A request of an app that was made in another browser, or never. */
const request = (path: string, body?: object): Rows[string] => {
  const at = (id: string): Sent => ({ url: `/api/app_requests/${id}${path}`, ...(body && { body }) });
  return {
    expected: { 'of another browser': user(404), malformed },
    requests: { 'of another browser': () => at(newToken()), malformed: () => at('short') },
  };
};

/** A request that a program sends, without the limit of its network. */
const program =
  (sent: Sent): Make =>
  async ({ app }) => {
    await app.database.asOwner((db) => db.query(`delete from limit_hits where kind like 'oauth%'`));
    return sent;
  };
const refused = (sent: Sent): Rows[string] => ({
  expected: { plain: anyone(400) },
  requests: { plain: program(sent) },
});
const open = (url: string): Rows[string] => ({ expected: { plain: anyone(200) }, requests: plain(url) });

export const connectedAppRows: Rows = {
  'GET /api/connected_apps': { expected: { plain: user(200) }, requests: plain('/api/connected_apps') },
  'DELETE /api/connected_apps/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), end),
      own: async (at) => end(await connectedApp(at, at.own)),
      others: async (at) => end(await connectedApp(at, at.others)),
    },
  },
  'GET /api/app_requests/:id': request(''),
  'POST /api/app_requests/:id/allow': request('/allow', { scopes: ['log:read'] }),
  'POST /api/app_requests/:id/refuse': request('/refuse'),
  'GET /oauth/authorize': refused({ url: '/oauth/authorize' }),
  'GET /oauth/authorize/:id': refused({ url: `/oauth/authorize/${newToken()}` }),
  'POST /oauth/token': refused({ url: '/oauth/token', body: {} }),
  'POST /oauth/revoke': refused({ url: '/oauth/revoke', body: {} }),
  'POST /oauth/register': refused({ url: '/oauth/register', body: {} }),
  'GET /oauth/jwks': open('/oauth/jwks'),
  'GET /.well-known/oauth-authorization-server': open('/.well-known/oauth-authorization-server'),
  'GET /.well-known/openid-configuration': open('/.well-known/openid-configuration'),
  'GET /.well-known/oauth-protected-resource': open('/.well-known/oauth-protected-resource'),
  'GET /.well-known/oauth-protected-resource/mcp': open('/.well-known/oauth-protected-resource/mcp'),
  'GET /.well-known/oauth-protected-resource/api': open('/.well-known/oauth-protected-resource/api'),
};
