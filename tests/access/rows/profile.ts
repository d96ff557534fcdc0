import { quarters } from '../../support/photos.ts';
import { anyone, malformed, plain, user, type Rows, type Sent } from '../row.ts';

async function photo(): Promise<FormData> {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await quarters(16).png().toBuffer())], 'me.png'));
  return form;
}

const profile = (body: object): Sent => ({ url: '/api/profiles', body });

export const profileRows: Rows = {
  'GET /api/profiles': { expected: { plain: user(200) }, requests: plain('/api/profiles') },
  'PATCH /api/profiles': {
    expected: {
      own: user(200),
      "another user's slug": user(409),
      "another user's photo": user(400),
      "another user's user_id": user(403),
      malformed,
    },
    requests: {
      own: () => profile({ is_new: false }),
      "another user's slug": ({ others }) => profile({ slug: others.mark }),
      "another user's photo": ({ others }) =>
        profile({ avatar_url: `/api/storage/public/profile-photos/${others.userId}/a.jpg` }),
      "another user's user_id": ({ others }) => profile({ user_id: others.userId, is_new: false }),
      malformed: () => profile({ is_new: 7 }),
    },
  },
  'POST /api/profiles': {
    expected: { own: user(200), "another user's user_id": user(403), malformed },
    requests: {
      own: ({ own }) => profile({ user_id: own.userId, is_new: false }),
      "another user's user_id": ({ others }) => profile({ user_id: others.userId, is_new: false }),
      malformed: () => profile({ user_id: 7 }),
    },
  },
  // Public to anyone who knows the URL.
  'GET /api/storage/public/profile-photos/:user/:name': {
    expected: {
      "another user's photo": anyone(200),
      'photo under another user': anyone(404),
      'photo of a deleted account': anyone(404),
      'another file name': anyone(404),
      malformed,
    },
    requests: {
      "another user's photo": ({ others }) => ({ url: others.photo, reveals: others }),
      'photo under another user': ({ own, others }) => ({
        url: others.photo.replace(others.userId, own.userId),
      }),
      'photo of a deleted account': ({ deleted }) => ({ url: deleted.photo }),
      'another file name': ({ others }) => ({ url: others.photo.replace(/[^/]+$/, 'photo.jpg') }),
      malformed: () => ({ url: '/api/storage/public/profile-photos/not-an-id/photo.jpg' }),
    },
  },
  // After the row above: it replaces the person's previous photo.
  'POST /api/storage/profile-photos': {
    expected: { own: user(200), malformed },
    requests: {
      own: async () => ({ url: '/api/storage/profile-photos', form: await photo() }),
      malformed: () => ({ url: '/api/storage/profile-photos', form: new FormData() }),
    },
  },
};
