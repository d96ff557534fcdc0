import { randomUUID } from 'node:crypto';
import { bucket } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { signer } from '#platform/files/signature.ts';
import { claimsOf, type Address } from '#platform/files/signed-urls.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import {
  anyone,
  byId,
  malformed,
  malformedId,
  plain,
  unusedId,
  user,
  type At,
  type Make,
  type Rows,
  type Sent,
} from '../row.ts';
import { spareEntry, type Person } from '../world.ts';

/** The same for requests that change or delete what they find. */
function bySpareId(key: 'checkInId' | 'fileId', make: (id: string) => Sent): Record<string, Make> {
  return {
    ...byId((person) => person[key], make),
    own: async ({ app, own }) => make((await spareEntry(app, own))[key]),
  };
}

const checkIn = (person: Person) => person.checkInId;
const file = (person: Person) => person.fileId;

function upload(checkInId: string, id: string): Sent {
  const form = new FormData();
  form.set('check_in_id', checkInId);
  form.set('id', id);
  form.set('file', new File(['some text'], 'text.txt'));
  return { url: '/api/storage/log-files', form };
}

const sign = (id: string): Sent => ({ url: `/api/storage/log-files/${id}/sign`, body: { as: 'view' } });
const write = (body: object): Sent => ({ url: '/api/check_ins', body: { content: 'Text', ...body } });

const freshEmail = () => `fresh-${randomUUID()}@example.com`;

const keys = signer([deriveKey(appSecret, 'signed files')]);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** A URL for `address` with a valid signature over `signed`, which may differ from it. */
function object(address: Address, signed: Address = address): Sent {
  const { id, as, viewer, exp } = address;
  const query = new URLSearchParams({
    as,
    viewer,
    exp: String(exp),
    sig: keys.sign(claimsOf(bucket, signed)),
  });
  return { url: `/api/storage/object/log-files/${id}?${query.toString()}` };
}

const addressFor = (person: Person, more: Partial<Address> = {}): Address => ({
  id: person.fileId,
  as: 'download',
  viewer: person.userId,
  exp: inAnHour(),
  ...more,
});

/** The other person's signed URL with one character of the signature changed. */
function mutated({ others }: At): Sent {
  const { url } = object(addressFor(others));
  return { url: url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
}

const fileRow = (check_in_id: string, mark: string): Sent => ({
  url: '/api/log_files',
  body: { check_in_id, file_name: `${mark}.txt`, file_size: `The notes of ${mark}`.length },
});

export const checkInRows: Rows = {
  'GET /api/check_ins': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/check_ins' }),
      malformed: () => ({ url: '/api/check_ins?limit=1000' }),
    },
  },
  'GET /api/check_ins/months': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/check_ins/months?timezone=UTC' }),
      malformed: () => ({ url: '/api/check_ins/months' }),
    },
  },
  'GET /api/check_ins/days': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({
        url: '/api/check_ins/days?timezone=UTC&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
      }),
      malformed: () => ({ url: '/api/check_ins/days?timezone=UTC&from=2026-01-01T00:00:00Z' }),
    },
  },
  'GET /api/check_ins/changes': {
    expected: { plain: user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/check_ins/changes?since=2020-01-01T00:00:00Z' }),
      malformed: () => ({ url: '/api/check_ins/changes?since=yesterday' }),
    },
  },
  'GET /api/check_ins/search': {
    expected: { plain: user(200), "another user's mark": user(200), malformed },
    requests: {
      plain: () => ({ url: '/api/check_ins/search' }),
      "another user's mark": ({ others }) => ({ url: `/api/check_ins/search?q=${others.mark}` }),
      malformed: () => ({ url: '/api/check_ins/search?files=maybe' }),
    },
  },
  'GET /api/check_ins/tags': { expected: { plain: user(200) }, requests: plain('/api/check_ins/tags') },
  'GET /api/check_ins/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: byId(checkIn, (id) => ({ url: `/api/check_ins/${id}` })),
  },
  'POST /api/check_ins': {
    expected: {
      own: user(200),
      // Different content with the id of an own entry: not saved, and not reported as saved.
      'own, other content': user(409),
      // The caller learns that the id is taken, and nothing else.
      others: user(409),
      none: user(200),
      malformed,
      "another user's user_id": user(403),
      'new, shared': user(200),
      'new, shared with oneself': user(400),
      "new, with another user's shoutout id": user(409),
      "another user's, shared": user(409),
    },
    requests: {
      'new, shared': () =>
        write({
          id: newId(),
          manager_email: freshEmail(),
          teammate: { id: newId(), email: freshEmail(), message: 'x' },
        }),
      'new, shared with oneself': ({ own }) => write({ id: newId(), manager_email: own.email }),
      "new, with another user's shoutout id": ({ others }) =>
        write({ id: newId(), teammate: { id: others.sentShoutoutId, email: freshEmail(), message: 'x' } }),
      "another user's, shared": ({ others }) => write({ id: others.checkInId, manager_email: freshEmail() }),
      own: ({ own }) => write({ id: own.checkInId, content: `What ${own.mark} did` }),
      'own, other content': ({ own }) => write({ id: own.checkInId }),
      others: ({ others }) => write({ id: others.checkInId }),
      none: () => write({ id: newId() }),
      malformed: () => write({ id: malformedId }),
      "another user's user_id": ({ others }) => write({ id: newId(), user_id: others.userId }),
    },
  },
  'GET /api/check_ins/deleted': {
    expected: { plain: user(200), malformed: user(400) },
    requests: {
      plain: () => ({ url: '/api/check_ins/deleted' }),
      malformed: () => ({ url: '/api/check_ins/deleted?before=yesterday' }),
    },
  },
  'PATCH /api/check_ins/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: bySpareId('checkInId', (id) => ({
      url: `/api/check_ins/${id}`,
      body: { content: 'Other text', edited_at: null },
    })),
  },
  'DELETE /api/check_ins/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: bySpareId('checkInId', (id) => ({ url: `/api/check_ins/${id}` })),
  },
  'POST /api/check_ins/:id/restore': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: bySpareId('checkInId', (id) => ({
      url: `/api/check_ins/${id}/restore`,
    })),
  },
  'GET /api/log_files': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: byId(checkIn, (id) => ({ url: `/api/log_files?check_in_id=${id}` })),
  },
  'POST /api/log_files': {
    expected: { own: user(200), others: user(404), none: user(404), malformed, 'another name': user(404) },
    requests: {
      ...byId(checkIn, (id) => fileRow(id, 'x')),
      own: ({ own }) => fileRow(own.checkInId, own.mark),
      others: ({ others }) => fileRow(others.checkInId, others.mark),
      'another name': ({ own, others }) => fileRow(own.checkInId, others.mark),
    },
  },
  'DELETE /api/check_ins/:id/missing_files/:file_id': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own entry, malformed file': malformed,
    },
    requests: {
      ...byId(checkIn, (id) => ({ url: `/api/check_ins/${id}/missing_files/${randomUUID()}` })),
      'own entry, malformed file': ({ own }) => ({
        url: `/api/check_ins/${own.checkInId}/missing_files/${malformedId}`,
      }),
    },
  },
  'DELETE /api/log_files/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: bySpareId('fileId', (id) => ({ url: `/api/log_files/${id}` })),
  },
  'POST /api/storage/log-files': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own file id': user(200),
      "another user's file id": user(409),
      'own entry in the bin': user(404),
    },
    requests: {
      own: ({ own }) => upload(own.checkInId, newId()),
      others: ({ others }) => upload(others.checkInId, newId()),
      none: () => upload(unusedId, newId()),
      malformed: () => upload(malformedId, newId()),
      'own file id': ({ own }) => upload(own.checkInId, own.fileId),
      "another user's file id": ({ own, others }) => upload(own.checkInId, others.fileId),
      'own entry in the bin': ({ own }) => upload(own.binned.checkInId, newId()),
    },
  },
  'POST /api/storage/log-files/:id/sign': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      // The URL returns 404 as long as the file is in the bin (below).
      'own file in the bin': user(200),
    },
    requests: {
      ...byId(file, sign),
      'own file in the bin': ({ own }) => sign(own.binned.fileId),
    },
  },
  // The signature grants access: anyone with the URL can read the file, with or without a session.
  'GET /api/storage/object/log-files/:id': {
    expected: {
      "another user's URL": anyone(200),
      "another user's URL, to view": anyone(200),
      'no signature': anyone(400),
      malformed,
      'signature changed': anyone(404),
      expired: anyone(404),
      'expiry changed': anyone(404),
      'purpose changed': anyone(404),
      'viewer changed': anyone(404),
      'file changed': anyone(404),
      'viewer without access': anyone(404),
      'URL of a deleted account': anyone(404),
      'file in the bin': anyone(404),
      'deleted file': anyone(404),
    },
    requests: {
      "another user's URL": ({ others }) => ({ url: others.signed.download, reveals: others }),
      "another user's URL, to view": ({ others }) => ({ url: others.signed.view, reveals: others }),
      'no signature': ({ others }) => ({ url: `/api/storage/object/log-files/${others.fileId}` }),
      malformed: () => ({ url: '/api/storage/object/log-files/not-an-id?as=view&viewer=x&exp=1&sig=x' }),
      'signature changed': mutated,
      expired: ({ others }) => object(addressFor(others, { exp: inAnHour() - 3601 })),
      'expiry changed': ({ others }) =>
        object(addressFor(others, { exp: inAnHour() + 60 }), addressFor(others, { exp: inAnHour() })),
      'purpose changed': ({ others }) => object(addressFor(others), addressFor(others, { as: 'view' })),
      'viewer changed': ({ own, others }) =>
        object(addressFor(own, { id: others.fileId }), addressFor(own, { id: own.fileId })),
      'file changed': ({ own, others }) => object(addressFor(others, { id: own.fileId }), addressFor(others)),
      // A valid signature, as after access was lost: access is checked again.
      'viewer without access': ({ own, others }) => object(addressFor(own, { id: others.fileId })),
      'URL of a deleted account': ({ deleted }) => ({ url: deleted.signed.view }),
      'file in the bin': ({ others }) => object(addressFor(others, { id: others.binned.fileId })),
      'deleted file': ({ others }) => object(addressFor(others, { id: unusedId })),
    },
  },
};
