// The list of saves as it is shown, kept in step with what the browser holds of it.
import { composer } from '../compose/composer.ts';
import type { Draft } from '../compose/drafts.ts';
import { persistUnsent, type Save } from './saves.ts';

/** Puts a new list in the place of the old one. */
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

/** How far it is; for a save that stands on the server already. */
export function showProgress(id: string, progress: number): void {
  composer.set({ saves: withChange(id, { progress }) });
}

function withChange(id: string, change: Partial<Save>): Save[] {
  return composer.get().saves.map((save) => (save.draft.id === id ? { ...save, ...change } : save));
}

/** Puts another draft, perhaps under another id, in the place of one. */
export function changeSaveDraft(id: string, draft: Draft): void {
  putSaves(withChange(id, { draft }));
}

/** Takes a save off the list: it is done, or given up. */
export function dropSave(id: string): void {
  putSaves(composer.get().saves.filter(({ draft }) => draft.id !== id));
}
