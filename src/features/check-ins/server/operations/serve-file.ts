// Serves the bytes of a signed URL. Streams them after the transaction has ended.
import type { SignedUrls, StoredBytes } from '#platform/files/signed-urls.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { fileForViewer, type StoredFile } from '../file-store.ts';

type Operation = (typeof operations)['GET /api/storage/object/log-files/:id'];

export function serveFile({ files, urls }: { files: FileStore; urls: SignedUrls }) {
  return inSteps<Operation>(async ({ step, input, request, reply }) => {
    const { id } = input.params;
    const { as, viewer, exp, sig } = input.query;
    if (!urls.isValid({ id, as, viewer, exp }, sig)) return refuse('not_found');
    const file = await step(({ tx }) => fileForViewer(tx, viewer, id));
    if (!file) return refuse('not_found');
    if (isRefused(file)) return file;
    return urls.send(files, servedAs(file, as), { as, exp }, request, reply);
  });
}

/** A photo is viewed as its rendition without metadata (R-B4). A download is the original file. */
function servedAs(file: StoredFile, as: 'view' | 'download'): StoredBytes {
  const hash = file.sha256.toString('hex').slice(0, 32);
  const { file_name: name, preview } = file;
  if (as === 'view' && file.view_path !== null)
    return { path: file.view_path, etag: `"${hash}-view"`, mime: 'image/webp', preview, name };
  return { path: file.file_path, etag: `"${hash}"`, mime: file.mime_type, preview, name };
}
