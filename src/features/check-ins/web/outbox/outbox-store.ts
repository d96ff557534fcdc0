// The saved entries on screen that are not on the timeline yet, kept in sync with their copies in localStorage. They
// outlive the tab panel that shows them.
import { createStore } from '#ui/store.ts';
import type { Draft } from '../drafts/drafts.ts';
import { persistUnsent, readUnsent, type Save } from './saves.ts';

type Outbox = {
  userId: string;
  /** Newest first. */
  saves: Save[];
};

export const outbox = createStore<Outbox>({ userId: '', saves: [] });

/** Restores the user's unsent entries after a reload. */
export function loadOutbox(userId: string): void {
  if (outbox.get().userId !== userId) outbox.set({ userId, saves: readUnsent(userId) });
}

/** Replaces the list. */
export function putSaves(saves: Save[]): void {
  outbox.set({ saves });
  persistUnsent(outbox.get().userId, saves);
}

export function findSave(id: string): Save | undefined {
  return outbox.get().saves.find(({ draft }) => draft.id === id);
}

export function changeSave(id: string, change: Partial<Omit<Save, 'draft'>>): void {
  putSaves(withChange(id, change));
}

/** Updates only the progress on screen. For a save that is already on the server. */
export function showProgress(id: string, progress: number): void {
  outbox.set({ saves: withChange(id, { progress }) });
}

function withChange(id: string, change: Partial<Save>): Save[] {
  return outbox.get().saves.map((save) => (save.draft.id === id ? { ...save, ...change } : save));
}

/** Replaces the draft of a save, possibly with a new id. */
export function changeSaveDraft(id: string, draft: Draft): void {
  putSaves(withChange(id, { draft }));
}

/** Removes a save from the list, when it is done or discarded. */
export function dropSave(id: string): void {
  putSaves(outbox.get().saves.filter(({ draft }) => draft.id !== id));
}
