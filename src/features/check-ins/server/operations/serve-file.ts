// Serves the bytes of a signed URL. Streams them after the transaction has ended.
import { bytesOf, isOwnFile } from '#platform/files/send-stored.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { fileForViewer } from '../file-store.ts';

type Operation = (typeof operations)['GET /api/storage/object/log-files/:id'];

export function serveFile({ files, urls }: { files: FileStore; urls: SignedUrls }) {
  return inSteps<Operation>(async ({ step, input, request, reply }) => {
    const { id } = input.params;
    const { as, viewer, exp, sig } = input.query;
    if (!urls.isValid({ id, as, viewer, exp }, sig)) return refuse('not_found');
    const file = await step(({ tx }) => fileForViewer(tx, viewer, id));
    if (!file) return refuse('not_found');
    if (isRefused(file)) return file;
    const bytes = bytesOf(file, as, viewer);
    if (isRefused(bytes)) return bytes;
    // Anyone else may lose the file at any time.
    const isRevocable = !isOwnFile(file, viewer);
    return urls.send(files, { ...bytes, isRevocable }, { as, exp }, request, reply);
  });
}
