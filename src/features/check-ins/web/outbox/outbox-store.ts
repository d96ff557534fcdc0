// The list of saves on screen, kept in sync with its copy in localStorage.
import { composer } from '../drafts/composer.ts';
import type { Draft } from '../drafts/drafts.ts';
import { persistUnsent, type Save } from './saves.ts';

/** Replaces the list. */
export function putSaves(saves: Save[]): void {
  composer.set({ saves });
  persistUnsent(composer.get().userId, saves);
}

export function findSave(id: string): Save | undefined {
  return composer.get().saves.find(({ draft }) => draft.id === id);
}

export function changeSave(id: string, change: Partial<Omit<Save, 'draft'>>): void {
  putSaves(withChange(id, change));
}

/** Updates only the progress on screen. For a save that is already on the server. */
export function showProgress(id: string, progress: number): void {
  composer.set({ saves: withChange(id, { progress }) });
}

function withChange(id: string, change: Partial<Save>): Save[] {
  return composer.get().saves.map((save) => (save.draft.id === id ? { ...save, ...change } : save));
}

/** Replaces the draft of a save, possibly with a new id. */
export function changeSaveDraft(id: string, draft: Draft): void {
  putSaves(withChange(id, { draft }));
}

/** Removes a save from the list, when it is done or discarded. */
export function dropSave(id: string): void {
  putSaves(composer.get().saves.filter(({ draft }) => draft.id !== id));
}
