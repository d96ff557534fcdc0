import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { claimsOf } from '#features/public-logbook/server/operations/serve-file.ts';
import { signer } from '#platform/files/signature.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, malformed, unusedId, type At, type Make, type Rows, type Sent } from '../row.ts';
import type { Person } from '../world.ts';

const keys = signer([deriveKey(appSecret, 'public files')]);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** Like app.public_key. */
const keyOf = (id: string) => createHash('sha256').update(`public ${id}`).digest('hex').slice(0, 32);
const photoOf = ({ photo }: Person) => photo.slice(photo.lastIndexOf('/') + 1);

/** A request about another person whose page is public or not. Anyone may read what the page shows. */
function page(isPublic: boolean, make: (person: Person) => string): Make {
  return async ({ app, others }: At): Promise<Sent> => {
    await setPublic({ app, person: others, isPublic });
    return { url: make(others), ...(isPublic && { reveals: others }) };
  };
}
let calls = 0;
/** Resolves when the cached parts of the page are current: the cache is notified after the change. */
export async function setPublic({
  app,
  person,
  isPublic,
}: Pick<At, 'app'> & { person: Person; isPublic: boolean }) {
  await app.database.asOwner((db) =>
    db.query('update profiles set is_public = $2 where user_id = $1', [person.userId, isPublic]),
  );
  const kept = [`/${person.mark}.json`, `/api/public_profiles/${person.mark}/picture`];
  // A refusal is never cached.
  for (const url of [`/${person.mark}`, ...(isPublic ? [] : kept)])
    await vi.waitFor(async () => {
      calls += 1;
      const remoteAddress = `126.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
      const { statusCode } = await app.server.inject({ url, remoteAddress });
      expect([url, statusCode]).toEqual([url, isPublic ? 200 : 404]);
    });
}

type Object = { slug: string; key: string; as?: 'view' | 'download'; exp?: number };
/** A signed URL. `signed`: what its signature covers, if that differs. */
function object(named: Object, signed: Partial<Object> = {}): string {
  const parts = { as: 'view' as const, exp: inAnHour(), ...named };
  const covered = { ...parts, ...signed };
  const sig = keys.sign(claimsOf(covered.slug, covered.key, covered.as, covered.exp));
  const query = new URLSearchParams({ as: parts.as, exp: String(parts.exp), sig });
  return `/api/storage/object/public-logbooks/${parts.slug}/${parts.key}?${query.toString()}`;
}

const resumeOf = ({ mark, resumeId }: Person): Object => ({ slug: mark, key: keyOf(resumeId) });

/** A request for a file of a vouch that no reference has confirmed, on a public page. */
function unverified(make: (person: Person, key: string) => string): Make {
  return async ({ app, others }) => {
    await setPublic({ app, person: others, isPublic: true });
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ public_id: string }>('select public_id from vouch_files where id = $1', [
        others.vouchFileId,
      ]),
    );
    return { url: make(others, rows[0]!.public_id) };
  };
}

/** Rows for the addresses of one page. */
const both = (make: (person: Person) => string, status: number) => ({
  expected: {
    'a public page': anyone(status),
    'a private page': anyone(404),
    'a deleted account': anyone(404),
  },
  requests: {
    'a public page': page(true, make),
    'a private page': page(false, make),
    'a deleted account': ({ deleted }: At) => ({ url: make(deleted) }),
  },
});

export const publicLogbookRows: Rows = {
  'GET /:segment': both(({ mark }) => `/${mark}`, 200),
  // It leads to the page without looking it up.
  'GET /api/public_profiles/:slug': both(({ mark }) => `/api/public_profiles/${mark}`, 200),
  'GET /api/public_profiles/:slug/picture': both(({ mark }) => `/api/public_profiles/${mark}/picture`, 200),
  'GET /api/public_profiles/:slug/photo/:key': both(
    (person) => `/api/public_profiles/${person.mark}/photo/${photoOf(person)}`,
    200,
  ),
  'GET /api/public_profiles/:slug/files/:key': {
    expected: {
      ...both(() => '', 303).expected,
      'a file of an unverified vouch': anyone(404),
      "another user's file": anyone(404),
      'an id': anyone(404),
      malformed,
    },
    requests: {
      ...both(({ mark, resumeId }) => `/api/public_profiles/${mark}/files/${keyOf(resumeId)}?as=view`, 303)
        .requests,
      'a file of an unverified vouch': unverified(
        ({ mark }, key) => `/api/public_profiles/${mark}/files/${key}?as=view`,
      ),
      "another user's file": async ({ app, own, others }) => {
        await setPublic({ app, person: others, isPublic: true });
        return { url: `/api/public_profiles/${others.mark}/files/${keyOf(own.resumeId)}?as=view` };
      },
      'an id': page(true, ({ mark, resumeId }) => `/api/public_profiles/${mark}/files/${resumeId}?as=view`),
      malformed: ({ others }) => ({ url: `/api/public_profiles/${others.mark}/files/x` }),
    },
  },
  'GET /api/storage/object/public-logbooks/:slug/:key': {
    expected: {
      ...both(() => '', 200).expected,
      'no signature': anyone(400),
      'signature of another file': anyone(404),
      'signature of another purpose': anyone(404),
      'signature of another time': anyone(404),
      expired: anyone(404),
      'a file of an unverified vouch': anyone(404),
      'unknown file': anyone(404),
    },
    requests: {
      ...both((person) => object(resumeOf(person)), 200).requests,
      'no signature': page(true, (person) => object(resumeOf(person)).split('?')[0]!),
      'signature of another file': page(true, (person) =>
        object(resumeOf(person), { key: keyOf(person.fileId) }),
      ),
      'signature of another purpose': page(true, (person) => object(resumeOf(person), { as: 'download' })),
      'signature of another time': page(true, (person) => object(resumeOf(person), { exp: inAnHour() + 60 })),
      expired: page(true, (person) => object({ ...resumeOf(person), exp: inAnHour() - 3601 })),
      'a file of an unverified vouch': unverified(({ mark }, key) => object({ slug: mark, key })),
      'unknown file': page(true, (person) => object({ slug: person.mark, key: unusedId })),
    },
  },
};
