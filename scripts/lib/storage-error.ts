import { StartupError } from '#platform/config/startup-error.ts';
import { StorageFull, StorageUnavailable } from '#platform/files/store.ts';

/** What a command reports if the file storage is full or unreachable. Other errors stay as they are. */
export function storageError(error: unknown, what: string, again: string): unknown {
  if (error instanceof StorageUnavailable)
    return new StartupError({ what, why: error.message, fix: again }, { cause: error });
  if (error instanceof StorageFull) {
    const why = 'The place that files are copied to is full, or the disk on which they are staged.';
    return new StartupError({ what, why, fix: `Free some space. ${again}` });
  }
  return error;
}
