import { newId } from '#platform/clock/id.ts';
import { anyone, byId, malformed, plain, user, type At, type Make, type Rows } from '../row.ts';
import type { Person } from '../world.ts';
import { setPublic } from './public-logbooks.ts';

const vouch = (person: Person) => person.vouchId;
const path = (id: string) => ({ url: `/api/vouches/${id}/credential` });

const proofOf = (id: string) => ({ url: `/api/vouches/${id}/proof` });

/** A request about a new verified vouch, by the id that visitors see. */
function proof(isPublic: boolean, make: (publicId: string, origin: string) => string): Make {
  return async (at) => {
    const { app, others } = at;
    const id = await verifiedVouch(at, others);
    await setPublic({ app, person: others, isPublic });
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ public_id: string }>('select public_id from vouches where id = $1', [id]),
    );
    return { url: make(rows[0]!.public_id, app.config.appUrl), ...(isPublic && { reveals: others }) };
  };
}
const oembed = (id: string, origin: string) =>
  `/oembed?url=${encodeURIComponent(`${origin}/credentials/${id}`)}`;

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
  'GET /api/vouches/:id/proof': {
    expected: {
      ...{ own: user(200), others: user(404), none: user(404), malformed },
      'not verified': user(409),
    },
    requests: {
      ...byId(vouch, proofOf),
      own: async (at) => proofOf(await verifiedVouch(at, at.own)),
      others: async (at) => proofOf(await verifiedVouch(at, at.others)),
      'not verified': ({ own }) => proofOf(own.vouchId),
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
  'GET /credentials/:name': {
    expected: {
      'of a public page': anyone(200),
      'the signed file': anyone(200),
      'of a private page': anyone(404),
      'an internal id': anyone(404),
      none: anyone(404),
      malformed: anyone(404),
    },
    requests: {
      'of a public page': proof(true, (id) => `/credentials/${id}`),
      'the signed file': proof(true, (id) => `/credentials/${id}.json`),
      'of a private page': proof(false, (id) => `/credentials/${id}`),
      'an internal id': async (at) => ({ url: `/credentials/${await verifiedVouch(at, at.others)}` }),
      none: () => ({ url: `/credentials/${newId()}` }),
      malformed: () => ({ url: '/credentials/not-a-proof' }),
    },
  },
  'GET /oembed': {
    expected: { 'of a public page': anyone(200), 'of a private page': anyone(404), malformed: anyone(404) },
    requests: {
      'of a public page': proof(true, oembed),
      'of a private page': proof(false, oembed),
      malformed: () => ({ url: '/oembed?url=x' }),
    },
  },
};
