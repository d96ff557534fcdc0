// State of the import of a guest's log, for the page that shows it. The import continues while the user navigates.
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { createStore, useStore } from '#ui/store.ts';
import { remember, remembered } from '#ui/tab-memory.ts';
import { adoptDrafts, adoptUploads } from './guest-drafts.ts';
import { clearGuestMark } from '#features/guest/web/guest-mark.ts';
import type { Progress } from './import-context.ts';
import { storeUnsentPackets } from './import-packet-store.ts';
import { importGuestLog } from './import-run.ts';
import {
  beginNote,
  clearStore,
  countAll,
  forgetDone,
  countHeld,
  readNote,
  type Counts,
  type ImportNote,
} from './import-store.ts';

export type ImportState =
  | { at: 'nothing' }
  /** The account already has a log, or another account began the import: the user decides. */
  | { at: 'asked'; held: Counts }
  | ({ at: 'running' } & Progress)
  | { at: 'stopped' }
  | ({ at: 'over' } & Pick<ImportNote, 'done' | 'left' | 'redated'>);

const laterKey = 'logbook-guest-import-later';
const store = createStore<{ state: ImportState }>({ state: { at: 'nothing' } });
let started = false;

function publish(state: ImportState): void {
  store.set({ state });
}

export function useImportState(): ImportState {
  return useStore(store, ({ state }) => state);
}

/**
 * Checks once per page for a guest's log in this browser. If the account already has a log (`hasOwn`), asks the user
 * first. Otherwise imports it. An import that this account began resumes automatically.
 */
export async function checkForGuestLog(userId: string, hasOwn: () => Promise<boolean>): Promise<void> {
  if (started) return;
  started = true;
  try {
    await decide(userId, hasOwn);
  } catch (error) {
    // The next page load checks again.
    console.warn('The guest log in this browser could not be read.', error);
  }
}

async function decide(userId: string, hasOwn: () => Promise<boolean>): Promise<void> {
  // With full storage, they are stored once the import has made room.
  await storeUnsentPackets().catch(() => undefined);
  const held = await countHeld();
  const note = await readNote();
  if (countAll(held) === 0 && note?.userId !== userId) {
    clearGuestMark();
    return;
  }
  if (remembered(laterKey) === userId) return;
  if (note?.userId === userId) {
    // Do not resend on every page load what the server has refused.
    if (note.left.length > 0 && note.left.length === countAll(held)) publish({ at: 'over', ...note });
    else void run(userId);
  } else if (note || (await hasOwn())) publish({ at: 'asked', held });
  else void run(userId);
}

/** Starts or resumes the import, in one tab at a time. */
async function run(userId: string): Promise<void> {
  try {
    await withTabLock('guest-import', 'wait', async () => {
      const note = await readNote();
      if (countAll(await countHeld()) === 0 && note?.userId !== userId) {
        // Another tab has already imported it.
        publish({ at: 'nothing' });
        return;
      }
      adoptDrafts(userId);
      const { done, left, redated } = await importGuestLog(userId, (progress) =>
        publish({ at: 'running', ...progress }),
      );
      adoptUploads(userId);
      if (left.length === 0) clearGuestMark();
      publish({ at: 'over', done, left, redated });
    });
  } catch (error) {
    console.warn('The import stopped.', error);
    publish({ at: 'stopped' });
  }
}

/** The user's answer: import it. From now on it belongs to this account, in every tab. */
export async function mergeGuestLog(userId: string): Promise<void> {
  if (store.get().state.at === 'asked') await beginNote(userId);
  await run(userId);
}

/** The user's answer, after a confirmation: delete it. Throws if the store cannot be written. */
export async function discardGuest(): Promise<void> {
  await clearStore();
  clearGuestMark();
  publish({ at: 'nothing' });
}

/** The user's answer: not now. The log stays here, and this tab does not ask again. */
export function decideLater(userId: string): void {
  remember(laterKey, userId);
  publish({ at: 'nothing' });
}

/** Closes the summary. A later visit shows again what could not be imported. */
export async function closeSummary(userId: string): Promise<void> {
  const { state } = store.get();
  if (state.at === 'over' && state.left.length > 0) {
    await forgetDone();
    decideLater(userId);
  }
  publish({ at: 'nothing' });
}
