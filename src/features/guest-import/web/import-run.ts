// Imports a guest's log into the signed-in account (R-I1): entries, goals, packets, then files. Every step is idempotent. Items
// are removed from the browser once the server has acknowledged them.
import type { Progress, Run } from './import-context.ts';
import { importEntries } from './import-entries.ts';
import { importFiles } from './import-files.ts';
import { importGoals } from './import-goals.ts';
import { importPackets } from './import-packets.ts';
import {
  beginNote,
  clearStore,
  countAll,
  countHeld,
  readNote,
  addCounts,
  type ImportNote,
} from './import-store.ts';

/** Maximum passes over the store. More than one is needed only while a tab is still writing to it. */
const maxPasses = 3;

/**
 * Imports everything that this browser holds. Returns the note of what was and what was not imported. Throws `Problem`
 * if the session has ended or belongs to another account.
 */
export async function importGuestLog(
  userId: string,
  onProgress: (progress: Progress) => void,
): Promise<ImportNote> {
  const { done } = await beginNote(userId);
  const held = await countHeld();
  const total = addCounts(done, held);
  const progress = { done, total, waiting: false };
  const run: Run = { userId, onProgress, progress, sent: new Map(), left: new Set(), redated: new Set() };
  onProgress(progress);
  for (let pass = 0; pass < maxPasses; pass++) {
    await importEntries(run);
    await importGoals(run);
    await importPackets(run);
    await importFiles(run);
    const remaining = countAll(await countHeld()) - run.left.size;
    if (remaining === 0) break;
    run.sent.clear();
  }
  const note = (await readNote())!;
  if (countAll(await countHeld()) === 0) await clearStore();
  return note;
}
