// Receives one file of a check-in (R-B4). Checks permissions and capacity before reading the bytes, and again when
// writing the row, because they may have changed.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/transaction.ts';
import { isDisguised } from '#platform/files/content-type.ts';
import { displayName } from '#platform/files/file-name.ts';
import { showingOf } from '#platform/files/photo.ts';
import {
  type ObjectToStore,
  type Received,
  refuseOverQuota,
  uploadReceiver,
} from '#platform/files/receive-upload.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import { decideUpload, filePosition } from '../../change-rules.ts';
import { bucket, limits, type operations } from '../../contract.ts';
import { fileSizeFault } from '../../rules.ts';
import { fileById, insertFile, type NewFile, fileUsage } from '../file-store.ts';

type Operation = (typeof operations)['POST /api/storage/log-files'];

const longestRawName = 1000;

const targetSchema = z.object({
  check_in_id: z.uuid(),
  id: z.uuid(),
  /** The file's position in the entry if it is imported. Otherwise the entry's announced files decide. */
  position: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9999))),
});
type Target = z.infer<typeof targetSchema>;

export function uploadFile(files: FileStore) {
  const receive = uploadReceiver({
    files,
    bucket,
    maxBytes: limits.fileBytes,
    refusals: { tooLarge: 'file_too_large', incomplete: 'file_incomplete', busy: 'too_many_uploads' },
  });
  return inSteps<Operation>(({ step, request }) => {
    let target: Target;
    return receive(request, {
      async admit(fields) {
        const { data } = targetSchema.safeParse(fields);
        if (!data)
          return refuse('invalid_input', {
            detail: 'The fields check_in_id and id must come before the file.',
          });
        target = data;
        return step(async ({ viewer, tx }) => {
          const admitted = await admitFile(tx, target, 'read', 0);
          if (isRefused(admitted)) return admitted;
          return 'known' in admitted ? { answer: admitted.known } : { userId: viewer.userId };
        });
      },
      async prepare(received) {
        const prepared = await prepareFile(received, target);
        if (isRefused(prepared)) return prepared;
        const { row, objects } = prepared;
        return {
          objects,
          write: () =>
            step(async ({ tx }) => {
              const admitted = await admitFile(tx, target, 'lock', row.file_size + row.view_size);
              if (isRefused(admitted)) return admitted;
              if ('known' in admitted) return admitted.known;
              const { missingFiles, lastPosition } = admitted.entry;
              const position = target.position ?? filePosition(target.id, missingFiles, lastPosition);
              return (await insertFile(tx, { ...row, position })) ?? refuse('id_taken');
            }),
          isNamedBy: (written) => written.file_path === row.file_path,
        };
      },
    });
  });
}

/** The stored file if it is sent again, or the file usage of its entry and owner. Refuses a file that does not fit. */
async function admitFile(tx: Tx, target: Target, mode: 'read' | 'lock', bytes: number) {
  const usage = await fileUsage(tx, target.check_in_id, mode);
  const decided = decideUpload(target, await fileById(tx, target.id), usage);
  if (typeof decided === 'string') return refuse(decided);
  return 'known' in decided ? decided : (refuseOverQuota(decided.entry.ownerBytes, bytes) ?? decided);
}

type PreparedFile = { row: Omit<NewFile, 'position'>; objects: ObjectToStore[] };

async function prepareFile(
  { userId, fileName, original, type, stage }: Received,
  { id, check_in_id }: Target,
): Promise<PreparedFile | Refused<'file_empty' | 'file_too_large' | 'file_type_refused'>> {
  const fault = fileSizeFault(original.size);
  if (fault) return refuse(`file_${fault}`);
  const name = displayName(fileName.slice(-longestRawName), limits.fileName);
  if (!type || isDisguised(name, type)) return refuse('file_type_refused');

  const showing =
    type.preview === 'image' ? await showingOf(original.path, type.mime, userId) : { as: 'itself' as const };
  const view =
    showing.as === 'rendition' ? await stage(Readable.from(showing.bytes), limits.fileBytes) : undefined;
  const isShown =
    showing.as !== 'nothing' && !(type.preview === 'text' && original.size > limits.textPreview);
  const unique = `${Date.now()}-${randomBytes(8).toString('hex')}`;
  const path = `${userId}/${check_in_id}/${unique}.${type.extensions[0]}`;
  const viewPath = `${path}.view.webp`;
  const row = {
    id,
    user_id: userId,
    check_in_id,
    file_name: name,
    file_path: path,
    view_path: view ? viewPath : null,
    file_type: type.mime.split('/')[0]!,
    file_size: original.size,
    view_size: view?.size ?? 0,
    mime_type: type.mime,
    preview: isShown ? type.preview : 'none',
    sha256: original.sha256,
  };
  const objects = [{ file: original, path }, ...(view ? [{ file: view, path: viewPath }] : [])];
  return { row, objects };
}
