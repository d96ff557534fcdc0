import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { hasCode } from '#platform/http/client.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { call } from '../queries/check-in-queries.ts';
import { readFiles } from '#platform/drafts/persisted-files.ts';
import { queuedUploads, dequeueUpload, type QueuedFile } from './upload-queue.ts';
import { sendFile } from './send-file.ts';
import { uploads } from './upload.ts';

/** Resumes uploads that a lost connection or a closed page interrupted. */
export async function resumeUploads(queries: QueryClient, scope: Scope): Promise<void> {
  const idle = queuedUploads(scope.userId).filter(({ id }) => {
    return (uploads.get().byId[id]?.state ?? 'failed') === 'failed';
  });
  for (const [checkInId, files] of Map.groupBy(idle, (file) => file.checkInId)) {
    await withTabLock(`send-${checkInId}`, 'skip', () => resume(queries, scope, checkInId, files));
  }
}

async function resume(
  queries: QueryClient,
  scope: Scope,
  checkInId: string,
  queued: QueuedFile[],
): Promise<void> {
  const missing = await stillMissing(checkInId);
  if (!missing) return;
  const found = await readFiles(queued.filter(({ id }) => missing.has(id)));
  for (const { id } of queued) if (!found.some((file) => file.id === id)) dequeueUpload(scope.userId, id);
  await Promise.all(found.map(({ id, file }) => sendFile(queries, scope, { checkInId, fileId: id, file })));
}

/** Ids of the entry's missing files. Empty if the entry no longer exists. Undefined if it is in the bin or unknown. */
async function stillMissing(id: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const row = await call('GET /api/check_ins/:id', { params: { id } });
    return row.deleted_at === null ? new Set(row.missing_files.map((file) => file.id)) : undefined;
  } catch (error) {
    return hasCode(error, 'not_found') ? new Set() : undefined;
  }
}
