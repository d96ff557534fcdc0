// Takes the photo of a person. What is kept is never what came, but a picture made from it: no metadata, no second
// meaning. The photo before is deleted by a job of the transaction that replaces it.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { consumeAttempts } from '#features/accounts/server/operations/tries.ts';
import { squareJpegOf } from '#platform/files/photo.ts';
import { keepWithRow, uploadReceiver } from '#platform/files/receive-upload.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { bucket, limits, type operations } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { changeProfile, profileOf } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/profile-photos'];

const decoded = ['image/jpeg', 'image/png', 'image/webp'];
const perHour = 60;

export function uploadPhoto(files: FileStore) {
  const receive = uploadReceiver({
    files,
    // A photo has less than this.
    maxBytes: limits.photoBytes - 1,
    refusals: { tooLarge: 'photo_too_large', incomplete: 'photo_incomplete', busy: 'too_many_requests' },
  });
  return inSteps<Operation>(({ step, request }) =>
    receive(request, {
      async admit() {
        const person = await step(
          async ({ viewer, tx }) =>
            (await consumeAttempts(tx, [{ kind: 'photo', key: viewer.userId, max: perHour, minutes: 60 }])) ??
            viewer.userId,
        );
        return isRefused(person) ? person : { person };
      },
      async take({ person, original, type, stage }) {
        if (!type || !decoded.includes(type.mime)) return refuse('photo_not_image');
        const jpeg = await squareJpegOf(original.path, limits.photoSide, person);
        if (!jpeg) return refuse('photo_unreadable');
        const picture = await stage(Readable.from(jpeg), jpeg.length);
        const name = `${randomBytes(16).toString('hex')}.jpg`;
        return keepWithRow(files, [[picture, `${bucket}/${person}/${name}`]], () =>
          step(async ({ tx }) => {
            await changeProfile(tx, person, { avatar_url: photoPath(person) + name });
            return (await profileOf(tx, person)) ?? refuse('no_session');
          }),
        );
      },
    }),
  );
}
