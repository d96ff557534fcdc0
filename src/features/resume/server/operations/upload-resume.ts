// Receives a résumé and stores it in place of the earlier one (R-F7). The row and the job that deletes the old bytes are
// written in one transaction, so that a failed upload changes nothing.
import { randomBytes } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { displayName } from '#platform/files/file-name.ts';
import { lockStoredBytes, refuseOverQuota, storedBytes } from '#platform/files/quota.ts';
import { uploadReceiver } from '#platform/files/receive-upload.ts';
import type { FileStore } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import { bucket, type operations, type RefusalCode, type Resume } from '../../contract.ts';
import { isResumeType } from '../../rules.ts';
import { replaceResume, storedResume, type NewResume } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/resumes'];

export function uploadResume(files: FileStore) {
  const receive = uploadReceiver({
    files,
    bucket,
    // The limit is exclusive.
    maxBytes: limits.bytes - 1,
    refusals: { tooLarge: 'resume_too_large', incomplete: 'resume_incomplete', busy: 'too_many_uploads' },
  });
  return inSteps<Operation>(({ step, request }) =>
    receive<Resume, RefusalCode>(request, {
      async admit() {
        const userId = await step(({ viewer }) => Promise.resolve(viewer.userId));
        return isRefused(userId) ? userId : { userId };
      },
      async prepare({ userId, fileName, original, type }) {
        if (!type || !isResumeType(type.mime)) return refuse('resume_type_refused');
        const path = `${userId}/${Date.now()}-${randomBytes(8).toString('hex')}.${type.extensions[0]}`;
        const next = {
          id: newId(),
          user_id: userId,
          file_name: displayName(fileName, limits.fileName),
          file_path: path,
          file_size: original.size,
          mime_type: type.mime,
          sha256: original.sha256,
        };
        return {
          objects: [{ file: original, path }],
          write: () => step(({ tx }) => putResume(tx, next)),
          isNamedBy: (written) => written.file_path === path,
        };
      },
    }),
  );
}

/** Replaces the résumé. The same file again, such as after a lost response, keeps the stored one. */
async function putResume(tx: Tx, next: NewResume): Promise<Resume | Refused<'storage_full' | 'no_session'>> {
  await lockStoredBytes(tx);
  const current = await storedResume(tx);
  if (
    current?.deleted_at === null &&
    current.file_name === next.file_name &&
    current.sha256.equals(next.sha256)
  ) {
    const { sha256: _, deleted_at: __, ...resume } = current;
    return resume;
  }
  const others = (await storedBytes(tx)) - (current?.file_size ?? 0);
  return refuseOverQuota(others, next.file_size) ?? (await replaceResume(tx, next)) ?? refuse('no_session');
}
