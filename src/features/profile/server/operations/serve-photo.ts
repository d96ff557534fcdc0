// Serves a user's current photo. Its address is random and its bytes never change, so clients may cache it. A photo
// that was replaced, or whose account was deleted, is no longer served.
import { sendObject } from '#platform/files/send-object.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { bucket, type operations } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { isShownPhoto } from '../store.ts';

type Operation = (typeof operations)['GET /api/storage/public/profile-photos/:user/:name'];

const headers = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'public, max-age=31536000, immutable',
  // The photo is public, so pages on other sites may show it.
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
};

export function servePhoto(files: FileStore) {
  return inSteps<Operation>(async ({ step, input, request, reply }) => {
    const { user, name } = input.params;
    const shown = await step(({ tx }) => isShownPhoto(tx, user, photoPath(user) + name));
    if (isRefused(shown)) return shown;
    if (!shown) return refuse('not_found');
    const key = `${bucket}/${user}/${name}`;
    const etag = `"${name.slice(0, -'.jpg'.length)}"`;
    return (await sendObject(files, { key, etag, headers }, request, reply)) ? reply : refuse('not_found');
  });
}
