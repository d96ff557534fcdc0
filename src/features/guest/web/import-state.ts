// Where the import of a guest's log stands, for the page that shows it. It goes on while the person moves between pages.
import { useSyncExternalStore } from 'react';
import { adoptDrafts, adoptUploads } from './guest-drafts.ts';
import { forgetGuest } from './guest-mark.ts';
import type { Progress } from './import-context.ts';
import { bringOver } from './import-run.ts';
import {
  beginNote,
  clearStore,
  countAll,
  forgetDone,
  heldHere,
  readNote,
  type Held,
  type ImportNote,
} from './import-store.ts';
import { inTurn } from './import-turn.ts';

export type ImportState =
  | { at: 'nothing' }
  /** The account has a log of its own, or another account began: the person decides. */
  | { at: 'asked'; held: Held }
  | ({ at: 'running' } & Progress)
  | { at: 'stopped' }
  | ({ at: 'over' } & Pick<ImportNote, 'done' | 'left' | 'redated'>);

const laterKey = 'logbook-guest-import-later';
let state: ImportState = { at: 'nothing' };
let begun = false;
const listeners = new Set<() => void>();

function publish(next: ImportState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useImportState(): ImportState {
  return useSyncExternalStore(subscribe, () => state);
}

/**
 * Looks once for what a guest left in this browser. `hasOwn` tells whether the account has a log already: then it is
 * asked first; an import that this account began goes on by itself.
 */
export async function lookForGuest(userId: string, hasOwn: () => Promise<boolean>): Promise<void> {
  if (begun) return;
  begun = true;
  try {
    await decide(userId, hasOwn);
  } catch (error) {
    // It is looked for again on the next page that is loaded.
    console.warn('What this browser holds could not be read.', error);
  }
}

async function decide(userId: string, hasOwn: () => Promise<boolean>): Promise<void> {
  const held = await heldHere();
  const note = await readNote();
  if (countAll(held) === 0 && note?.userId !== userId) {
    forgetGuest();
    return;
  }
  if (saidLater(userId)) return;
  if (note?.userId === userId) {
    // What the server refused is not sent again and again.
    if (note.left.length > 0 && note.left.length === countAll(held)) publish({ at: 'over', ...note });
    else void run(userId);
  } else if (note || (await hasOwn())) publish({ at: 'asked', held });
  else void run(userId);
}

/** Brings it over, or goes on with it; only one window does. */
async function run(userId: string): Promise<void> {
  try {
    await inTurn(async () => {
      const note = await readNote();
      if (countAll(await heldHere()) === 0 && note?.userId !== userId) {
        // Another window was quicker.
        publish({ at: 'nothing' });
        return;
      }
      adoptDrafts(userId);
      const { done, left, redated } = await bringOver(userId, (progress) =>
        publish({ at: 'running', ...progress }),
      );
      adoptUploads(userId);
      if (left.length === 0) forgetGuest();
      publish({ at: 'over', done, left, redated });
    });
  } catch (error) {
    console.warn('The import stopped.', error);
    publish({ at: 'stopped' });
  }
}

/** The person's answer: bring it over. From here on it is this account's, in every window. */
export async function mergeGuest(userId: string): Promise<void> {
  if (state.at === 'asked') await beginNote(userId);
  await run(userId);
}

/** The person's answer, after a question of its own: away with it. Throws where the store cannot be written. */
export async function discardGuest(): Promise<void> {
  await clearStore();
  forgetGuest();
  publish({ at: 'nothing' });
}

/** Not now: it stays here, and this window does not ask again. */
export function decideLater(userId: string): void {
  try {
    sessionStorage.setItem(laterKey, userId);
  } catch {
    // It is asked again after a reload.
  }
  publish({ at: 'nothing' });
}

/** The summary was read; what could not come is spoken of again on a later visit. */
export async function closeSummary(userId: string): Promise<void> {
  if (state.at === 'over' && state.left.length > 0) {
    await forgetDone();
    decideLater(userId);
  }
  publish({ at: 'nothing' });
}

function saidLater(userId: string): boolean {
  try {
    return sessionStorage.getItem(laterKey) === userId;
  } catch {
    return false;
  }
}
