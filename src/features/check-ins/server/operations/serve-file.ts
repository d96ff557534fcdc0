// Serves the bytes of a signed URL. Reads the row with the current permissions of the URL's viewer, so that a
// revocation takes effect before the URL expires. Streams the bytes after the transaction has ended.
import { extensionsLike } from '#platform/files/content-type.ts';
import { extensionOf } from '#platform/files/file-name.ts';
import { objectHeaders } from '#platform/files/object-headers.ts';
import { sendObject } from '#platform/files/send-object.ts';
import type { Signer } from '#platform/files/signature.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { bucket, type operations } from '../../contract.ts';
import { fileForViewer, type StoredFile } from '../file-store.ts';
import { claimsOf } from './sign-file.ts';

type Operation = (typeof operations)['GET /api/storage/object/log-files/:id'];

/** How long a browser may cache a file without revalidation. Seconds. */
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
    const object = { key: served.key, size, etag: served.etag };
    return (await sendObject(files, object, request, reply)) ? reply : refuse('not_found');
  });
}

/** A photo is viewed as its rendition without metadata (R-B4). A download is the original file. */
function servedAs(file: StoredFile, as: 'view' | 'download') {
  const asView = as === 'view' && file.view_path !== null;
  const path = asView ? file.view_path! : file.file_path;
  const hash = file.sha256.toString('hex').slice(0, 32);
  return {
    key: `${bucket}/${path}`,
    etag: asView ? `"${hash}-view"` : `"${hash}"`,
    mime: asView ? 'image/webp' : file.mime_type,
    preview: file.preview,
    extensions: extensionsLike(extensionOf(path)),
  };
}
