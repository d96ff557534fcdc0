import { bucket } from '#features/resume/contract.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { signer } from '#platform/files/signature.ts';
import { claimsOf, type Address } from '#platform/files/signed-urls.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { resumeForm } from '../../support/resumes.ts';
import { anyone, byId, malformed, plain, unusedId, user, type Rows, type Sent } from '../row.ts';
import type { Person } from '../world.ts';

const resume = (person: Person) => person.resumeId;
const keys = signer([deriveKey(appSecret, 'signed files')]);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const addressFor = (person: Person, more: Partial<Address> = {}): Address => ({
  id: person.resumeId,
  as: 'download',
  viewer: person.userId,
  exp: inAnHour(),
  ...more,
});

/** A URL for `address` with a valid signature over `signed`, which may differ from it, for a bucket. */
function object(address: Address, signed: Address = address, of: string = bucket): Sent {
  const { id, as, viewer, exp } = address;
  const query = new URLSearchParams({ as, viewer, exp: String(exp), sig: keys.sign(claimsOf(of, signed)) });
  return { url: `/api/storage/object/resumes/${id}?${query.toString()}` };
}

const expected = { own: user(200), others: user(404), none: user(404), malformed };

const row = ({ mark }: Person): Sent => ({
  url: '/api/resumes',
  body: { file_name: `${mark}.pdf`, file_size: pdf().length },
});

export const resumeRows: Rows = {
  'GET /api/resumes': { expected: { plain: user(200) }, requests: plain('/api/resumes') },
  'POST /api/storage/resumes/:id/sign': {
    expected,
    requests: byId(resume, (id) => ({ url: `/api/storage/resumes/${id}/sign`, body: { as: 'view' } })),
  },
  // The signature grants access: anyone with the URL can read the résumé, with or without a session.
  'GET /api/storage/object/resumes/:id': {
    expected: {
      "another user's URL": anyone(200),
      'no signature': anyone(400),
      malformed,
      'signature changed': anyone(404),
      expired: anyone(404),
      'expiry changed': anyone(404),
      'purpose changed': anyone(404),
      'viewer changed': anyone(404),
      'résumé changed': anyone(404),
      'signature of another bucket': anyone(404),
      'viewer without access': anyone(404),
      'URL of a deleted account': anyone(404),
      'unknown résumé': anyone(404),
    },
    requests: {
      "another user's URL": ({ others }) => ({ url: others.signedResume, reveals: others }),
      'no signature': ({ others }) => ({ url: `/api/storage/object/resumes/${others.resumeId}` }),
      malformed: () => ({ url: '/api/storage/object/resumes/not-an-id?as=view&viewer=x&exp=1&sig=x' }),
      'signature changed': ({ others }) => ({
        url: others.signedResume.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      }),
      expired: ({ others }) => object(addressFor(others, { exp: inAnHour() - 3601 })),
      'expiry changed': ({ others }) =>
        object(addressFor(others, { exp: inAnHour() + 60 }), addressFor(others)),
      'purpose changed': ({ others }) => object(addressFor(others), addressFor(others, { as: 'view' })),
      'viewer changed': ({ own, others }) =>
        object(addressFor(own, { id: others.resumeId }), addressFor(own, { id: own.resumeId })),
      'résumé changed': ({ own, others }) =>
        object(addressFor(others, { id: own.resumeId }), addressFor(others)),
      'signature of another bucket': ({ others }) =>
        object(addressFor(others), addressFor(others), 'log-files'),
      // A valid signature, as after access was lost: access is checked again.
      'viewer without access': ({ own, others }) => object(addressFor(own, { id: others.resumeId })),
      'URL of a deleted account': ({ deleted }) => ({ url: deleted.signedResume }),
      'unknown résumé': ({ others }) => object(addressFor(others, { id: unusedId })),
    },
  },
  'POST /api/resumes': {
    expected: { own: user(200), "another user's": user(404), malformed },
    requests: {
      own: ({ own }) => row(own),
      "another user's": ({ others }) => row(others),
      malformed: () => ({ url: '/api/resumes', body: { file_name: 7 } }),
    },
  },
  // Both can be repeated, so every caller of a person can use the same résumé. The order leaves it restored.
  'DELETE /api/resumes/:id': { expected, requests: byId(resume, (id) => ({ url: `/api/resumes/${id}` })) },
  'POST /api/resumes/:id/restore': {
    expected,
    requests: byId(resume, (id) => ({ url: `/api/resumes/${id}/restore` })),
  },
  // After the rows above: it replaces the person's résumé.
  'POST /api/storage/resumes': {
    expected: { own: user(200), malformed },
    requests: {
      own: ({ own }) => ({
        url: '/api/storage/resumes',
        form: resumeForm(pdf(), `${own.mark} replaced.pdf`),
      }),
      malformed: () => ({ url: '/api/storage/resumes', form: new FormData() }),
    },
  },
};
