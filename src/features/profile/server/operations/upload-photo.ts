// Takes the photo of a person. No transaction is open while bytes stream or are decoded. What is kept is never what came,
// but a picture made from it: no metadata, no second meaning.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { spendTries } from '#features/accounts/server/operations/tries.ts';
import { contentTypeOf } from '#platform/files/content-type.ts';
import { squareJpegOf } from '#platform/files/photo.ts';
import { withStaged } from '#platform/files/staged.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull } from '#platform/files/store.ts';
import { dropRest, isTooLong, openUpload, UploadFault } from '#platform/files/upload-form.ts';
import { uploadPause, UploadSlots } from '#platform/files/upload-slots.ts';
import { inSteps, isRefused, refuse, type Refused, type Step } from '#platform/http/bind.ts';
import type { RefusalOf } from '#platform/http/operation.ts';
import type { CommonCode } from '#platform/http/problem.ts';
import { bucket, limits, type operations, type Profile } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { changeProfile, profileOf } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/profile-photos'];
type Refusal = Refused<RefusalOf<Operation> | CommonCode>;

const decoded = ['image/jpeg', 'image/png', 'image/webp'];
const perHour = 60;

export function uploadPhoto(files: FileStore) {
  const slots = new UploadSlots();
  return inSteps<Operation>(async ({ step, request }) => {
    const answer = await receive(files, slots, step, request).catch(refusalOf);
    if (isRefused(answer)) dropRest(request);
    return answer;
  });
}

async function receive(
  files: FileStore,
  slots: UploadSlots,
  step: Step<'session'>,
  request: FastifyRequest,
): Promise<Profile | Refusal> {
  if (!request.isMultipart()) return refuse('wrong_media_type');
  if (isTooLong(request, limits.photoBytes)) return refuse('photo_too_large');
  const form = await openUpload(request, limits.photoBytes);
  const person = await step(
    async ({ viewer, tx }) =>
      (await spendTries(tx, [{ kind: 'photo', key: viewer.userId, most: perHour, minutes: 60 }])) ??
      viewer.userId,
  );
  if (isRefused(person)) return person;

  const leave = slots.take(person);
  if (!leave) return refuse('too_many_requests', { retryAfter: uploadPause });
  return withStaged(files, async (stage) => {
    const original = await stage(form.bytes, limits.photoBytes - 1);
    await form.finish();
    const type = await contentTypeOf(original.path);
    if (!type || !decoded.includes(type.mime)) return refuse('photo_not_image');
    const picture = await squareJpegOf(original.path, limits.photoSide);
    if (!picture) return refuse('photo_unreadable');
    return keep(files, await stage(Readable.from(picture), picture.length), person, step);
  }).finally(leave);
}

/**
 * Keeps the picture, then shows it on the profile; one that is not shown goes again. The photo before is swept later.
 * When writing fails, nobody knows whether it was committed: the sweep decides.
 */
async function keep(
  files: FileStore,
  picture: StagedFile,
  person: string,
  step: Step<'session'>,
): Promise<Profile | Refusal> {
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  const key = `${bucket}/${person}/${name}`;
  await files.put(picture, key);
  const shown = await step(async ({ tx }) => {
    await changeProfile(tx, person, { avatar_url: photoPath(person) + name });
    return (await profileOf(tx, person)) ?? refuse('no_session');
  });
  if (isRefused(shown)) await files.remove(key);
  return shown;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof FileTooLarge) return refuse('photo_too_large');
  if (error instanceof StorageFull) return refuse('storage_full');
  if (error instanceof UploadFault)
    return refuse(error.kind === 'incomplete' ? 'photo_incomplete' : 'invalid_input');
  throw error;
}
