// Which entry is being edited (R-B2), and changes to its edit.
import { createStore } from '#ui/store.ts';
import type { CheckIn } from '../../contract.ts';
import { entryEdits, isChanged, type Edit } from './edits.ts';

/** `open`: the entry in the dialog, as it was when the dialog opened. */
export const editor = createStore<{ open: CheckIn | undefined }>({ open: undefined });

/** Restores the user's edits after a reload. */
export function loadEditor(userId: string): void {
  if (entryEdits.store.get().userId !== userId) closeEditor();
  entryEdits.load(userId);
}

/** Opens the dialog, including files that were attached before a reload. */
export async function openEditor(entry: CheckIn): Promise<void> {
  await entryEdits.loadFiles(entry.id);
  editor.set({ open: entry });
}

export function closeEditor(): void {
  editor.set({ open: undefined });
}

/** Updates the edit of an entry. Drops it if nothing differs from the entry. */
export function changeEdit(id: string, edit: Edit): void {
  entryEdits.put(id, isChanged(edit) ? edit : undefined);
}
