// Serves the bytes behind a signed address. The row is read with the rights that the named viewer has now, so that
// losing them beats the address's own end; then the transaction is over and the bytes stream.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { extensionsLike } from '#platform/files/content-type.ts';
import { extensionOf } from '#platform/files/file-name.ts';
import { objectHeaders } from '#platform/files/object-headers.ts';
import { rangeOf } from '#platform/files/range.ts';
import type { Signer } from '#platform/files/signature.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { fileForViewer, type StoredFile } from '../store.ts';
import { claimsOf } from './sign-file.ts';

type Operation = (typeof operations)['GET /api/storage/object/log-files/:id'];

/** A browser may keep what it has for this long without asking again. Seconds. */
const cacheLife = 300;

export function serveFile({ files, signer }: { files: FileStore; signer: Signer }) {
  return inSteps<Operation>(async ({ step, input, request, reply }) => {
    const { as, viewer, exp, sig } = input.query;
    const remaining = exp - Math.floor(Date.now() / 1000);
    const address = { id: input.params.id, as, viewer, exp };
    if (remaining <= 0 || !signer.verify(claimsOf(address), sig)) return refuse('not_found');
    const file = await step(({ tx }) => fileForViewer(tx, viewer, input.params.id));
    if (!file) return refuse('not_found');
    if (isRefused(file)) return file;

    const served = servedAs(file, as);
    const size = await files.sizeOf(served.key);
    if (size === undefined) return refuse('not_found');
    reply.headers({
      ...objectHeaders({ ...served, as, name: file.file_name }),
      etag: served.etag,
      'cache-control': `private, max-age=${Math.min(cacheLife, remaining)}`,
    });
    return send(files, { key: served.key, size, etag: served.etag }, request, reply);
  });
}

/** A view of a photo is its rendition without metadata (R-B4); a download is the file as it came. */
function servedAs(file: StoredFile, as: 'view' | 'download') {
  const asView = as === 'view' && file.view_path !== null;
  const path = asView ? file.view_path! : file.file_path;
  const hash = file.sha256.toString('hex').slice(0, 32);
  return {
    key: `log-files/${path}`,
    etag: asView ? `"${hash}-view"` : `"${hash}"`,
    mime: asView ? 'image/webp' : file.mime_type,
    preview: file.preview,
    extensions: extensionsLike(extensionOf(path)),
  };
}

type Stored = { key: string; size: number; etag: string };

async function send(
  files: FileStore,
  { key, size, etag }: Stored,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | Refused<'not_found'>> {
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  // A range of a file that has changed since would be glued to the wrong beginning.
  const condition = request.headers['if-range'];
  const range =
    condition !== undefined && condition !== etag ? 'whole' : rangeOf(request.headers.range, size);
  if (range === 'outside') {
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .removeHeader('content-disposition')
      .send();
  }
  const part = range === 'whole' ? undefined : range;
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  reply.header('content-length', String(part ? part.end - part.start + 1 : size));
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await files.read(key, part);
  return bytes ? reply.send(bytes) : refuse('not_found');
}
