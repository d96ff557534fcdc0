import { newId } from '#platform/clock/id.ts';
import { anyone, byId, malformed, plain, user, type At, type Rows } from '../row.ts';
import type { Person } from '../world.ts';

const vouch = (person: Person) => person.vouchId;
const path = (id: string) => ({ url: `/api/vouches/${id}/credential` });

async function verifiedVouch({ app }: At, { userId, mark }: Person): Promise<string> {
  const id = newId();
  await app.database.asOwner((db) =>
    db.query(
      `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
         reference_email, reference_position, status, verified_at, content_sha256)
       select $1, id, $3, 'A', 'A', 'A', 'reference@example.net', 'A', 'verified', now(), '\\x00'
       from users where id = $2`,
      [id, userId, mark],
    ),
  );
  return id;
}

export const credentialRows: Rows = {
  'GET /api/vouches/:id/credential': {
    expected: {
      ...{ own: user(200), others: user(404), none: user(404), malformed },
      'not verified': user(409),
    },
    requests: {
      ...byId(vouch, path),
      own: async (at) => path(await verifiedVouch(at, at.own)),
      others: async (at) => path(await verifiedVouch(at, at.others)),
      'not verified': ({ own }) => path(own.vouchId),
    },
  },
  'GET /.well-known/did.json': {
    expected: { plain: anyone(200) },
    requests: plain('/.well-known/did.json'),
  },
  'GET /credentials/status/:list': {
    expected: { plain: anyone(200), none: anyone(404), malformed: anyone(404) },
    requests: {
      plain: async ({ app }) => {
        const id = newId();
        await app.database.asOwner((db) =>
          db.query(`insert into credential_lists (id, origin) values ($1, 'https://log.example')`, [id]),
        );
        return { url: `/credentials/status/${id}` };
      },
      none: () => ({ url: `/credentials/status/${newId()}` }),
      malformed: () => ({ url: '/credentials/status/not-a-list' }),
    },
  },
};
