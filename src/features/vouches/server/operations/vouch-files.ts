// Files of a vouch: upload, signed URLs, bytes, deletion. They are frozen with the vouch when it is verified (R-F3).
import type * as z from 'zod/mini';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import { canBeShared } from '#platform/files/find-patches.ts';
import { prepareStored } from '#platform/files/prepare-stored.ts';
import { lockStoredBytes, refuseOverQuota, storedBytes } from '#platform/files/quota.ts';
import { uploadOfRow } from '#platform/files/receive-row.ts';
import { uploadReceiver, type Received } from '#platform/files/receive-upload.ts';
import { bytesOf } from '#platform/files/send-stored.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import { bucket, previews, type operations, uploadFields } from '../../contract.ts';
import { isVouchFileType } from '../../rules.ts';
import {
  fileById,
  fileForViewer,
  insertFile,
  setRemoved,
  storedFile,
  vouchUsage,
  type NewFile,
} from '../file-store.ts';

type All = typeof operations;

type Target = z.infer<typeof uploadFields>;
type ById = { tx: Tx; input: { params: { id: string } } };

export function uploadVouchFile(files: FileStore) {
  const receive = uploadReceiver({
    files,
    bucket,
    maxBytes: limits.fileBytes,
    refusals: { tooLarge: 'file_too_large', incomplete: 'file_incomplete', busy: 'too_many_uploads' },
  });
  return inSteps<All['POST /api/storage/vouch-files']>(({ step, request }) =>
    receive(
      request,
      uploadOfRow({
        step,
        schema: uploadFields,
        fields: 'vouch_id and id',
        admit: admitFile,
        prepare: prepareFile,
        insert: insertFile,
      }),
    ),
  );
}

/** The stored file if it is sent again. Refuses a file that does not fit, or whose vouch is answered. */
async function admitFile(tx: Tx, { id, vouch_id }: Target, mode: 'read' | 'lock', bytes: number) {
  if (mode === 'lock') await lockStoredBytes(tx);
  const usage = await vouchUsage(tx, vouch_id, mode);
  const stored = await storedFile(tx, id);
  if (stored && stored.file.vouch_id !== vouch_id) return refuse('id_taken');
  // A file that was removed meanwhile is not sent again.
  if (stored) return stored.isRemoved ? refuse('not_found') : { known: stored.file };
  if (!usage) return refuse('not_found');
  if (usage.status !== 'pending' && usage.status !== 'expired') return refuse('vouch_closed');
  if (usage.files >= limits.files) return refuse('too_many_files');
  return refuseOverQuota(await storedBytes(tx), bytes) ?? { room: true };
}

async function prepareFile(received: Received, { id, vouch_id }: Target) {
  const { userId, original } = received;
  if (original.size === 0) return refuse('file_empty');
  const prepared = await prepareStored(received, {
    folder: `${userId}/${vouch_id}`,
    maxBytes: limits.fileBytes,
    fileName: limits.fileName,
    accepts: isVouchFileType,
  });
  if (prepared === 'type refused') return refuse('file_type_refused');
  if (!(await canBeShared(prepared.columns, original))) return refuse('file_not_shareable');
  const preview = previews.find((kind) => kind === prepared.columns.preview) ?? 'none';
  const row: NewFile = { id, user_id: userId, vouch_id, ...prepared.columns, preview };
  return { row, objects: prepared.objects };
}

/** Removes a file, unless its vouch is verified. */
export async function removeVouchFile({ tx, input }: ById) {
  const { id } = input.params;
  const file = await fileById(tx, id);
  if (!file) return refuse('not_found');
  const usage = await vouchUsage(tx, file.vouch_id, 'lock');
  // The vouch was deleted meanwhile.
  if (!usage) return refuse('not_found');
  if (usage.status === 'verified') return refuse('vouch_closed');
  await setRemoved(tx, id, true);
  return { id };
}

/** Undoes that until the file is purged, if the vouch still has room for it. */
export async function restoreVouchFile({ tx, input }: ById) {
  const stored = await storedFile(tx, input.params.id);
  if (!stored) return refuse('not_found');
  const { id, vouch_id } = stored.file;
  const usage = await vouchUsage(tx, vouch_id, 'lock');
  const locked = await storedFile(tx, id);
  // The vouch was deleted meanwhile, or the file purged.
  if (!usage || !locked) return refuse('not_found');
  if (!locked.isRemoved) return locked.file;
  if (usage.status === 'verified') return refuse('vouch_closed');
  if (usage.files >= limits.files) return refuse('too_many_files');
  await setRemoved(tx, id, false);
  return locked.file;
}

export function signVouchFile(urls: SignedUrls) {
  return async (call: {
    viewer: Viewer;
    tx: Tx;
    input: { params: { id: string }; body: { as: 'view' | 'download' } };
  }) => {
    const { viewer, tx, input } = call;
    const file = await fileById(tx, input.params.id);
    return file
      ? urls.sign({ id: file.id, as: input.body.as, viewer: viewer.userId }, fileLimits.viewSeconds)
      : refuse('not_found');
  };
}

/** Serves the bytes of a signed URL: of the owner, or of the reference, whose URLs name the vouch as the viewer. */
export function serveVouchFile({ files, urls }: { files: FileStore; urls: SignedUrls }) {
  return inSteps<All['GET /api/storage/object/vouch-files/:id']>(async ({ step, input, request, reply }) => {
    const { id } = input.params;
    const { as, viewer, exp, sig } = input.query;
    if (!urls.isValid({ id, as, viewer, exp }, sig)) return refuse('not_found');
    const file = await step(({ tx }) => fileForViewer(tx, viewer, id));
    if (!file) return refuse('not_found');
    if (isRefused(file)) return file;
    const bytes = bytesOf(file, as, viewer);
    if (isRefused(bytes)) return bytes;
    return urls.send(files, bytes, { as, exp }, request, reply);
  });
}
