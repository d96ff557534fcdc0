// Receives one file of a check-in (R-B4).
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database/transaction.ts';
import { prepareStored } from '#platform/files/prepare-stored.ts';
import { refuseOverQuota } from '#platform/files/quota.ts';
import { uploadOfRow } from '#platform/files/receive-row.ts';
import {
  type ObjectToStore,
  oneFileReceiver,
  type Received,
  uploadReceiver,
} from '#platform/files/receive-upload.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { UploadedFile } from '#platform/files/upload-form.ts';
import { inSteps, refuse, type Refused, type Step } from '#platform/http/bind.ts';
import { decideUpload, filePosition } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import { bucket, type operations } from '../../contract.ts';
import { uploadFields } from '../../upload-contract.ts';
import { fileSizeProblem } from '../../rules.ts';
import { fileById, insertFile, type NewFile, fileUsage } from '../file-store.ts';

type Operation = (typeof operations)['POST /api/storage/log-files'];

type Target = z.infer<typeof uploadFields>;

const options = (files: FileStore) =>
  ({
    files,
    bucket,
    maxBytes: limits.fileBytes,
    refusals: { tooLarge: 'file_too_large', incomplete: 'file_incomplete', busy: 'too_many_uploads' },
  }) as const;

export function uploadFile(files: FileStore) {
  const receive = uploadReceiver(options(files));
  return inSteps<Operation>(({ step, request }) => receive(request, uploadOfFile(step)));
}

/** Receives a file of an entry from a form that has several, as `uploadFile` does. */
export function entryFileReceiver(files: FileStore) {
  const receive = oneFileReceiver(options(files));
  return (step: Step<'session'>, file: UploadedFile, ids: { check_in_id: string; id: string }) =>
    receive({ ...file, fields: ids }, uploadOfFile(step));
}

const uploadOfFile = (step: Step<'session'>) =>
  uploadOfRow({
    step,
    schema: uploadFields,
    fields: 'check_in_id and id',
    admit: admitFile,
    prepare: prepareFile,
    async insert(tx, row, target, { missingFiles, lastPosition }) {
      const position = target.position ?? filePosition(target.id, missingFiles, lastPosition);
      return insertFile(tx, { ...row, position });
    },
  });

/** The stored file if it is sent again, or the file usage of its entry and owner. Refuses a file that does not fit. */
async function admitFile(tx: Tx, target: Target, mode: 'read' | 'lock', bytes: number) {
  const usage = await fileUsage(tx, target.check_in_id, mode);
  const decided = decideUpload(target, await fileById(tx, target.id), usage);
  if (typeof decided === 'string') return refuse(decided);
  if ('known' in decided) return decided;
  return refuseOverQuota(decided.entry.ownerBytes, bytes) ?? { room: decided.entry };
}

type PreparedFile = { row: Omit<NewFile, 'position'>; objects: ObjectToStore[] };

async function prepareFile(
  received: Received,
  { id, check_in_id }: Target,
): Promise<PreparedFile | Refused<'file_empty' | 'file_too_large' | 'file_type_refused'>> {
  const { userId, original } = received;
  const problem = fileSizeProblem(original.size);
  if (problem) return refuse(`file_${problem}`);
  const prepared = await prepareStored(received, {
    folder: `${userId}/${check_in_id}`,
    maxBytes: limits.fileBytes,
    fileName: limits.fileName,
    textPreview: limits.textPreview,
  });
  if (prepared === 'type refused') return refuse('file_type_refused');
  return { row: { id, user_id: userId, check_in_id, ...prepared.columns }, objects: prepared.objects };
}
