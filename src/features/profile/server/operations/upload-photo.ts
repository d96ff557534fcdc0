// Stores a profile photo. It is always re-encoded: the stored image has no metadata and no hidden second format. The
// transaction that replaces the previous photo enqueues a job that deletes it.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { squareJpegOf } from '#platform/files/photo.ts';
import { uploadReceiver } from '#platform/files/receive-upload.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import { acceptedTypes, bucket, type operations } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { changeProfile, profileOf } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/profile-photos'];

export const photoAttempts = (userId: string) => ({ kind: 'photo', key: userId, ...attempts.photo });

export function uploadPhoto(files: FileStore) {
  const receive = uploadReceiver({
    files,
    bucket,
    // The limit is exclusive.
    maxBytes: limits.photoBytes - 1,
    refusals: { tooLarge: 'photo_too_large', incomplete: 'photo_incomplete', busy: 'too_many_requests' },
  });
  return inSteps<Operation>(({ step, request }) =>
    receive(request, {
      async admit() {
        const userId = await step(
          async ({ viewer, tx }) =>
            (await consumeAttempts(tx, [photoAttempts(viewer.userId)])) ?? viewer.userId,
        );
        return isRefused(userId) ? userId : { userId };
      },
      async prepare({ userId, original, type, stage }) {
        if (!type || !acceptedTypes.includes(type.mime)) return refuse('photo_not_image');
        const jpeg = await squareJpegOf(original.path, limits.photoSide, userId);
        if (!jpeg) return refuse('photo_unreadable');
        const picture = await stage(Readable.from(jpeg), jpeg.length);
        const name = `${randomBytes(16).toString('hex')}.jpg`;
        return {
          objects: [{ file: picture, path: `${userId}/${name}` }],
          write: () =>
            step(async ({ tx }) => {
              await changeProfile(tx, userId, { avatar_url: photoPath(userId) + name });
              return (await profileOf(tx, userId)) ?? refuse('no_session');
            }),
        };
      },
    }),
  );
}
