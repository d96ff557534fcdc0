import { newId } from '#platform/clock/id.ts';
import { byId, malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { spareApiToken } from '../world.ts';

const token = (id: string): Sent => ({ url: `/api/api_tokens/${id}` });
const create = (body: object): Sent => ({
  url: '/api/api_tokens',
  body: { name: 'A script', scopes: ['log:read'], ...body },
});

export const apiTokenRows: Rows = {
  'GET /api/api_tokens': { expected: { plain: user(200) }, requests: plain('/api/api_tokens') },
  'POST /api/api_tokens': {
    expected: { plain: user(200), "another user's user_id": user(403), malformed },
    requests: {
      // A user has few.
      plain: async ({ app, own }: At) => {
        await app.database.asOwner((db) =>
          db.query('delete from api_tokens where user_id = $1', [own.userId]),
        );
        return create({});
      },
      "another user's user_id": ({ others }) => create({ user_id: others.userId }),
      malformed: () => create({ scopes: ['accounts:write'] }),
    },
  },
  'DELETE /api/api_tokens/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), token),
      own: async ({ app, own }) => token((await spareApiToken(app, own)).id),
      others: async ({ app, others }) => token((await spareApiToken(app, others)).id),
    },
  },
};
