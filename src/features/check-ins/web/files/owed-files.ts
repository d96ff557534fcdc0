// Files of entries that stand already, until they have arrived: what a lost connection or a closed page breaks off can be
// uploaded again (R-B8).
import type { LogFile } from '../../contract.ts';
import { persistBytes, fileInfos, parseFileInfos, sweep, type AttachedFile, type FileInfo } from './kept-files.ts';
import { canWait } from '../queries/until-answered.ts';
import { shelf } from '../shelf.ts';
import { upload } from './upload.ts';

const kept = shelf('uploads');

export type QueuedFile = FileInfo & { checkInId: string };

/** These files of an entry are to be uploaded: they survive this page. */
export function queueUploads(userId: string, checkInId: string, files: AttachedFile[]): void {
  for (const one of files) kept.put(userId, one.id, { check_in_id: checkInId, files: fileInfos([one], []) });
  persistBytes(userId, files);
}

/** Nothing needs to be done any more for a file: it has arrived, or was given up. */
export function dequeueUpload(userId: string, fileId: string): void {
  kept.drop(userId, fileId);
  void sweep(userId, [fileId]);
}

/** Files that this page, or one before it, could not bring to their end. */
export function queuedUploads(userId: string): QueuedFile[] {
  return kept.look(userId).flatMap(([, value]) => {
    const { check_in_id: checkInId, files } = (value ?? {}) as Record<string, unknown>;
    return typeof checkInId === 'string' ? parseFileInfos(files).map((file) => ({ ...file, checkInId })) : [];
  });
}

/** Uploads a file of an entry that stands already. Throws `Problem`; what may help later is still owed then. */
export async function uploadQueued(userId: string, checkInId: string, one: AttachedFile): Promise<LogFile> {
  queueUploads(userId, checkInId, [one]);
  try {
    const stored = await upload(checkInId, one.id, one.file);
    dequeueUpload(userId, one.id);
    return stored;
  } catch (error) {
    if (!canWait(error)) dequeueUpload(userId, one.id);
    throw error;
  }
}
