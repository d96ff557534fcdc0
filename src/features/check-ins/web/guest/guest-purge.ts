import { keysOfEntry } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from '../../constants.ts';
import { announce, dropFiles } from './guest-writing.ts';

/** Deletes entries that have been in the bin for 30 days (R-B2). Runs when the page starts; the server uses a job. */
export async function purgeGuestBin(): Promise<void> {
  const before = new Date(Date.now() - limits.daysInBin * dayMs).toISOString();
  const purged = await writeGuest(async (tx) => {
    const old = await tx
      .objectStore('check_ins')
      .index('bin')
      .getAllKeys(IDBKeyRange.bound([], [before]));
    for (const id of old) {
      const files = await tx.objectStore('log_files').index('of_check_in').getAllKeys(keysOfEntry(id));
      await dropFiles(tx, id, files);
      await tx.objectStore('check_ins').delete(id);
    }
    return old.length;
  });
  if (purged > 0) announce('check_ins', 'many');
}
