import { randomUUID } from 'node:crypto';
import { bucket } from '#features/vouches/contract.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { signer } from '#platform/files/signature.ts';
import { claimsOf, type Address } from '#platform/files/signed-urls.ts';
import { deriveKey, newToken } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { newReference, vouchBody, vouchFileForm } from '../../support/vouches.ts';
import {
  anyone,
  byId,
  malformed,
  malformedId,
  unusedId,
  user,
  type At,
  type Make,
  type Rows,
  type Sent,
} from '../row.ts';
import type { Person } from '../world.ts';

const vouch = (person: Person) => person.vouchId;
const file = (person: Person) => person.vouchFileId;

type Spare = { vouchId: string; fileId: string; project: string; email: string };

/** A new vouch of a person with a file, for requests that change it. */
async function spareVouch({ app, own }: At): Promise<Spare> {
  const [vouchId, fileId] = [randomUUID(), randomUUID()];
  const { project_name: project, reference_email: email } = vouchBody({ reference_email: newReference() });
  await app.database.asOwner(async (db) => {
    // A deleted account gets none.
    await db.query(
      `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
         reference_email, reference_position)
       select $1, u.id, $3, 'a', 'a', 'a', $4, 'a' from users u where u.id = $2`,
      [vouchId, own.userId, project, email],
    );
    await db.query(
      `insert into vouch_files (id, user_id, vouch_id, file_name, file_path, file_type, file_size, mime_type,
         preview, sha256)
       select $1, v.user_id, v.id, 'a', $3, 'image', 1, 'image/png', 'none', '\\x00' from vouches v where v.id = $2`,
      [fileId, vouchId, `${own.userId}/${fileId}`],
    );
  });
  return { vouchId, fileId, project, email };
}

function bySpareId(key: 'vouchId' | 'fileId', make: (id: string) => Sent): Record<string, Make> {
  const pick = key === 'vouchId' ? vouch : file;
  return { ...byId(pick, make), own: async (at) => make((await spareVouch(at))[key]) };
}

const expected = { own: user(200), others: user(404), none: user(404), malformed };
const act = (action: string) => bySpareId('vouchId', (id) => ({ url: `/api/vouches/${id}/${action}` }));
const create = (more: object): Sent => ({ url: '/api/vouches', body: vouchBody(more) });
const send = (projectName: string, referenceEmail: string): Sent => ({
  url: '/api/functions/v1/send-vouch-verification',
  body: { projectName, referenceEmail, verificationToken: 'mine', appUrl: 'https://evil.example' },
});
const upload = (vouchId: string, id?: string): Sent => ({
  url: '/api/storage/vouch-files',
  form: vouchFileForm(vouchId, pdf(), 'a.pdf', id),
});

const keys = signer([deriveKey(appSecret, 'signed files')]);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const addressFor = (person: Person, more: Partial<Address> = {}): Address => ({
  id: person.vouchFileId,
  as: 'download',
  viewer: person.userId,
  exp: inAnHour(),
  ...more,
});

/** A URL for `address` with a valid signature over `signed`, which may differ from it, for a bucket. */
function object(address: Address, signed: Address = address, of: string = bucket): Sent {
  const { id, as, viewer, exp } = address;
  const query = new URLSearchParams({ as, viewer, exp: String(exp), sig: keys.sign(claimsOf(of, signed)) });
  return { url: `/api/storage/object/vouch-files/${id}?${query.toString()}` };
}

const verify = (token: unknown): Sent => ({ url: '/api/functions/v1/verify-vouch', body: { token } });
const decline = (token: unknown): Sent => ({
  url: '/api/functions/v1/answer-vouch',
  body: { token, answer: 'decline', content_hash: '' },
});
/** A link grants access: it shows its vouch to anyone, and never lets the owner answer. */
const byToken = (make: (token: unknown) => Sent): Record<string, Make> => ({
  own: ({ own }) => ({ ...make(own.vouchToken), reveals: own }),
  others: ({ others }) => ({ ...make(others.vouchToken), reveals: others }),
  none: () => make(newToken()),
  malformed: () => make(7),
});
/** The response does not reveal whether there is a public vouch with this id. */
async function requestAbout({ app }: At, vouchId: string): Promise<Sent> {
  // Every caller is in the same network.
  await app.database.asOwner((db) =>
    db.query(`delete from limit_hits where kind like 'verification request%'`),
  );
  const visitor = { requester_name: 'Visitor', requester_email: 'visitor@example.com', message: 'Hello' };
  return { url: '/api/vouch_verification_requests', body: { vouch_id: vouchId, ...visitor } };
}

/** The page of the reference, which has the token of a link in its cookie, and its form. */
const page = (token: unknown): Sent => ({
  url: '/verify-vouch?link=a',
  headers: { cookie: `logbook-vouch-a=${String(token)}` },
});
const pageForm = (token: unknown): Sent => ({
  url: '/verify-vouch',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `token=${String(token)}&answer=decline&content_hash=`,
});

const byTokenExpected = { own: anyone(200), others: anyone(200), none: anyone(200), malformed };

const fileRow = (vouch_id: string, mark: string): Sent => ({
  url: '/api/vouch_files',
  body: { vouch_id, file_name: `${mark}.pdf`, file_size: pdf().length },
});

export const vouchRows: Rows = {
  'GET /verify-vouch': {
    expected: { 'a link': anyone(303), others: anyone(200), none: anyone(404), malformed: anyone(404) },
    requests: {
      'a link': ({ others }) => ({ url: `/verify-vouch?token=${others.vouchToken}` }),
      others: ({ others }) => ({ ...page(others.vouchToken), reveals: others }),
      none: () => page(newToken()),
      malformed: () => ({ url: '/verify-vouch?token=%00' }),
    },
  },
  'POST /verify-vouch': {
    expected: { others: anyone(303), none: anyone(303), malformed: anyone(404) },
    requests: {
      others: ({ others }) => pageForm(others.vouchToken),
      none: () => pageForm(newToken()),
      malformed: () => pageForm(''),
    },
  },
  'GET /api/vouches': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/vouches' }),
      malformed: () => ({ url: '/api/vouches?limit=1000' }),
    },
  },
  'POST /api/vouches': {
    expected: {
      'own, other content': user(409),
      // The caller learns that the id is taken, and nothing else.
      others: user(409),
      malformed,
      'already verified': user(200),
      'own token': user(200),
    },
    requests: {
      'own, other content': ({ own }) => create({ id: own.vouchId }),
      others: ({ others }) => create({ id: others.vouchId }),
      malformed: () => create({ id: malformedId }),
      'already verified': () => create({ is_verified: true }),
      'own token': () => create({ verification_token: 'mine' }),
    },
  },
  'GET /api/vouch_verification_requests': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/vouch_verification_requests' }),
      malformed: () => ({ url: '/api/vouch_verification_requests?limit=0' }),
    },
  },
  'POST /api/vouch_verification_requests': {
    expected: { 'own internal id': anyone(200), none: anyone(200), malformed },
    requests: {
      'own internal id': (at) => requestAbout(at, at.own.vouchId),
      none: (at) => requestAbout(at, unusedId),
      malformed: (at) => requestAbout(at, malformedId),
    },
  },
  'POST /api/vouches/:id/resend': { expected, requests: act('resend') },
  'POST /api/functions/v1/send-vouch-verification': {
    // If the caller has no vouch, one would be created, but the other fields are missing here.
    expected: { own: user(200), others: user(400), none: user(400), malformed },
    requests: {
      own: async (at) => {
        const { project, email } = await spareVouch(at);
        return send(project, email);
      },
      others: ({ others }) => send(`Project of ${others.mark}`, `reference-${others.email}`),
      none: () => send('Nothing', 'nobody@example.com'),
      malformed: () => ({ url: '/api/functions/v1/send-vouch-verification', body: {} }),
    },
  },
  'POST /api/vouches/:id/withdraw': { expected, requests: act('withdraw') },
  'POST /api/vouches/:id/reopen': { expected, requests: act('reopen') },
  'DELETE /api/vouches/:id': {
    expected,
    requests: bySpareId('vouchId', (id) => ({ url: `/api/vouches/${id}` })),
  },
  'POST /api/vouches/:id/restore': { expected, requests: act('restore') },
  'POST /api/storage/vouch-files': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own file id': user(200),
      "another user's file id": user(409),
    },
    requests: {
      own: async (at) => upload((await spareVouch(at)).vouchId),
      others: ({ others }) => upload(others.vouchId),
      none: () => upload(unusedId),
      malformed: () => upload(malformedId),
      'own file id': ({ own }) => upload(own.vouchId, own.vouchFileId),
      "another user's file id": async (at) => upload((await spareVouch(at)).vouchId, at.others.vouchFileId),
    },
  },
  'POST /api/vouch_files': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      own: ({ own }) => fileRow(own.vouchId, own.mark),
      others: ({ others }) => fileRow(others.vouchId, others.mark),
      none: ({ own }) => fileRow(unusedId, own.mark),
      malformed: ({ own }) => fileRow(malformedId, own.mark),
    },
  },
  'DELETE /api/vouch_files/:id': {
    expected,
    requests: bySpareId('fileId', (id) => ({ url: `/api/vouch_files/${id}` })),
  },
  'POST /api/vouch_files/:id/restore': {
    expected,
    requests: bySpareId('fileId', (id) => ({ url: `/api/vouch_files/${id}/restore` })),
  },
  'POST /api/storage/vouch-files/:id/sign': {
    expected,
    requests: byId(file, (id) => ({ url: `/api/storage/vouch-files/${id}/sign`, body: { as: 'view' } })),
  },
  // The signature grants access: anyone with the URL can read the file, with or without a session.
  'GET /api/storage/object/vouch-files/:id': {
    expected: {
      "another user's URL": anyone(200),
      'URL of a reference': anyone(200),
      'no signature': anyone(400),
      malformed,
      'signature changed': anyone(404),
      expired: anyone(404),
      'purpose changed': anyone(404),
      'viewer changed': anyone(404),
      'file changed': anyone(404),
      'signature of another bucket': anyone(404),
      'viewer without access': anyone(404),
      'URL of a deleted account': anyone(404),
    },
    requests: {
      "another user's URL": ({ others }) => ({ ...object(addressFor(others)), reveals: others }),
      'URL of a reference': ({ others }) => ({
        ...object(addressFor(others, { viewer: others.vouchId })),
        reveals: others,
      }),
      'no signature': ({ others }) => ({ url: `/api/storage/object/vouch-files/${others.vouchFileId}` }),
      malformed: () => ({ url: '/api/storage/object/vouch-files/not-an-id?as=view&viewer=x&exp=1&sig=x' }),
      'signature changed': ({ others }) => ({
        url: object(addressFor(others)).url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      }),
      expired: ({ others }) => object(addressFor(others, { exp: inAnHour() - 3601 })),
      'purpose changed': ({ others }) => object(addressFor(others), addressFor(others, { as: 'view' })),
      'viewer changed': ({ own, others }) =>
        object(addressFor(own, { id: others.vouchFileId }), addressFor(own)),
      'file changed': ({ own, others }) =>
        object(addressFor(others, { id: own.vouchFileId }), addressFor(others)),
      'signature of another bucket': ({ others }) =>
        object(addressFor(others), addressFor(others), 'log-files'),
      // A valid signature, as after access was lost: access is checked again.
      'viewer without access': ({ own, others }) => object(addressFor(own, { id: others.vouchFileId })),
      'URL of a deleted account': ({ deleted }) => object(addressFor(deleted)),
    },
  },
  'POST /api/functions/v1/verify-vouch': { expected: byTokenExpected, requests: byToken(verify) },
  // After the rows above: it declines the person's vouch.
  'POST /api/functions/v1/answer-vouch': { expected: byTokenExpected, requests: byToken(decline) },
};
