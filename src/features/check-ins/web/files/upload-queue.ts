// The upload queue: files of saved entries, until they are uploaded. Uploads interrupted by a lost connection or a
// closed page can be resumed (R-B8).
import type { LogFile } from '../../contract.ts';
import {
  persistBytes,
  fileInfos,
  parseFileInfos,
  sweep,
  type AttachedFile,
  type FileInfo,
} from '#platform/drafts/persisted-files.ts';
import { canRetryLater } from '#platform/http/retries.ts';
import { stash } from '#platform/tabs/stash.ts';
import { upload } from './upload.ts';

const uploadStash = stash('uploads');

export type QueuedFile = FileInfo & { checkInId: string };

/** Queues files of an entry for upload. The queue outlives the page. */
export function queueUploads(userId: string, checkInId: string, files: AttachedFile[]): void {
  for (const file of files)
    uploadStash.put(userId, file.id, { check_in_id: checkInId, files: fileInfos([file], []) });
  persistBytes(userId, files);
}

/** Removes a file from the queue, when it is uploaded or discarded. */
export function dequeueUpload(userId: string, fileId: string): void {
  uploadStash.drop(userId, fileId);
  void sweep(userId, [fileId]);
}

/** Files that this page, or an earlier one, has not finished uploading. */
export function queuedUploads(userId: string): QueuedFile[] {
  return uploadStash.peek(userId).flatMap(([, value]) => {
    const { check_in_id: checkInId, files } = (value ?? {}) as Record<string, unknown>;
    return typeof checkInId === 'string' ? parseFileInfos(files).map((file) => ({ ...file, checkInId })) : [];
  });
}

/** Queues and uploads a file of a saved entry. Throws `Problem`. The file stays queued if a later retry may succeed. */
export async function uploadQueued(userId: string, checkInId: string, file: AttachedFile): Promise<LogFile> {
  queueUploads(userId, checkInId, [file]);
  try {
    const stored = await upload(checkInId, file.id, file.file);
    dequeueUpload(userId, file.id);
    return stored;
  } catch (error) {
    if (!canRetryLater(error)) dequeueUpload(userId, file.id);
    throw error;
  }
}
