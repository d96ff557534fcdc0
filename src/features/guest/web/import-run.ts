// Brings a guest's log over to the account that is signed in (R-I1): entries, goals, then files. Every step can be
// repeated; what the server has acknowledged leaves the browser.
import type { Progress, Run } from './import-context.ts';
import { bringEntries } from './import-entries.ts';
import { bringFiles } from './import-files.ts';
import { bringGoals } from './import-goals.ts';
import {
  beginNote,
  clearStore,
  countAll,
  heldHere,
  readNote,
  withMore,
  type ImportNote,
} from './import-store.ts';

/** Passes over the store: another one only while a window still writes into it. */
const mostPasses = 3;

/**
 * Brings everything over that this browser holds and answers the note of what came and what did not. Throws `Problem`
 * when the account may not go on: nobody, or somebody else, is signed in.
 */
export async function bringOver(userId: string, tell: (progress: Progress) => void): Promise<ImportNote> {
  const { done } = await beginNote(userId);
  const held = await heldHere();
  const total = withMore(done, held);
  const progress = { done, total, waiting: false };
  const run: Run = { userId, tell, progress, sent: new Map(), left: new Set(), redated: new Set() };
  tell(progress);
  for (let pass = 0; pass < mostPasses; pass++) {
    await bringEntries(run);
    await bringGoals(run);
    await bringFiles(run);
    const rest = countAll(await heldHere()) - run.left.size;
    if (rest === 0) break;
    run.sent.clear();
  }
  const note = (await readNote())!;
  if (countAll(await heldHere()) === 0) await clearStore();
  return note;
}
