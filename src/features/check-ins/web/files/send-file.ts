import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withArrived } from '../queries/check-in-cache.ts';
import { loadedRow, putFile, putRow } from '../queries/check-in-changes.ts';
import { uploadQueued } from './upload-queue.ts';

type Sent = { checkInId: string; fileId: string; file: File };

/** Uploads a file of a saved entry and adds it on screen. If it fails, the entry lists the file with Retry. */
export async function sendFile(queries: QueryClient, scope: Scope, sent: Sent): Promise<void> {
  const { checkInId, fileId, file } = sent;
  try {
    putFile(queries, await uploadQueued(scope.userId, checkInId, { id: fileId, file }));
    const row = loadedRow(queries, scope, checkInId);
    if (row) putRow(queries, scope, withArrived(row, fileId));
  } catch (error) {
    console.warn(`${file.name} was not uploaded.`, error);
  }
}
