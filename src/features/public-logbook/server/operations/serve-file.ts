// Serves the files of a public logbook. The page links to a redirect, which signs the address on each click, so a page
// that a cache keeps never contains a signed address (R-F7). Each download checks that the logbook still shows the file.
import { fileLimits } from '#platform/files/file-limits.ts';
import { sendObject } from '#platform/files/send-object.ts';
import { bytesOf, now, sendStored } from '#platform/files/send-stored.ts';
import type { Signer } from '#platform/files/signature.ts';
import type { FileStore } from '#platform/files/store.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import type { operations } from '../../contract.ts';
import { publicFile } from '../store.ts';

type All = typeof operations;
type Parts = { files: FileStore; signer: Signer; unknown: UnknownLimit };
type As = 'view' | 'download';

/** The values that a signature covers. Changing any of them invalidates it. */
export const claimsOf = (slug: string, key: string, as: As, exp: number): string[] => [
  'public-logbooks',
  ...[slug, key, as, String(exp)],
];

/** Looks up a file, within the limit for unknown addresses. */
async function find(
  { unknown }: Parts,
  ip: string,
  step: Step<'anyone'>,
  { slug, key }: { slug: string; key: string },
) {
  const asked = await unknown.look(addressBlock(ip), () => step(({ tx }) => publicFile(tx, slug, key)));
  if ('wait' in asked) return refuse('too_many_requests', { retryAfter: asked.wait });
  return asked.result ?? refuse('logbook_not_found');
}

export function openPublicFile(parts: Parts) {
  return inSteps<All['GET /api/public_profiles/:slug/files/:key']>(
    async ({ step, input, request, reply }) => {
      const { slug, key } = input.params;
      const { as } = input.query;
      const file = await find(parts, request.ip, step, input.params);
      if (isRefused(file)) return file;
      if (file.bucket === 'profile-photos') return refuse('logbook_not_found');
      const isShort = file.bucket === 'resumes' && as === 'download';
      const exp = now() + (isShort ? fileLimits.downloadSeconds : fileLimits.viewSeconds);
      const sig = parts.signer.sign(claimsOf(slug, key, as, exp));
      const query = new URLSearchParams({ as, exp: String(exp), sig });
      return reply.redirect(`/api/storage/object/public-logbooks/${slug}/${key}?${query.toString()}`, 303);
    },
  );
}

export function servePublicFile(parts: Parts) {
  return inSteps<All['GET /api/storage/object/public-logbooks/:slug/:key']>(
    async ({ step, input, request, reply }) => {
      const { slug, key } = input.params;
      const { as, exp, sig } = input.query;
      if (exp <= now() || !parts.signer.verify(claimsOf(slug, key, as, exp), sig))
        return refuse('logbook_not_found');
      const file = await find(parts, request.ip, step, input.params);
      if (isRefused(file)) return file;
      reply.header('x-robots-tag', 'noindex');
      const { bucket, sha256 } = file;
      const bytes = bytesOf({ ...file, sha256: sha256 ?? Buffer.alloc(0) }, as, null);
      if (isRefused(bytes)) return bytes;
      const sent = await sendStored({ files: parts.files, bucket }, bytes, { as, exp }, request, reply);
      return isRefused(sent) && sent.code === 'not_found' ? refuse('logbook_not_found') : sent;
    },
  );
}

const photoHeaders = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Its address changes with the photo. An hour is short enough for a page that becomes private.
  'cache-control': 'public, max-age=3600',
  // Link previews and other sites may show it.
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
};

export function servePublicPhoto(parts: Parts) {
  return inSteps<All['GET /api/public_profiles/:slug/photo/:key']>(
    async ({ step, input, request, reply }) => {
      const file = await find(parts, request.ip, step, input.params);
      if (isRefused(file)) return file;
      if (file.bucket !== 'profile-photos') return refuse('logbook_not_found');
      const key = `${file.bucket}/${file.file_path}`;
      const etag = `"${input.params.key}"`;
      const isSent = await sendObject(parts.files, { key, etag, headers: photoHeaders }, request, reply);
      return isSent ? reply : refuse('logbook_not_found');
    },
  );
}
