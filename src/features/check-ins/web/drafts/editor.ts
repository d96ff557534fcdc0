// State of the entries being edited (R-B2). Like the composer, it outlives the dialog's components.
import { createStore } from '#ui/store.ts';
import type { CheckIn } from '../../contract.ts';
import { isChanged, persistEdits, readEdits, type Edit, type Edits } from './edits.ts';
import { loadFiles } from '#platform/drafts/persisted-files.ts';

type Editor = {
  userId: string;
  edits: Edits;
  /** The entry in the dialog, as it was when the dialog opened. */
  open: CheckIn | undefined;
};

export const editor = createStore<Editor>({ userId: '', edits: {}, open: undefined });

/** Restores the user's edits after a reload. */
export function loadEditor(userId: string): void {
  if (editor.get().userId === userId) return;
  editor.set({ userId, edits: readEdits(userId), open: undefined });
}

/** Opens the dialog, including files that were attached before a reload. */
export async function openEditor(entry: CheckIn): Promise<void> {
  const stored = editor.get().edits[entry.id];
  if (stored && stored.unloadedFiles.length > 0) changeEdit(entry.id, await loadFiles(stored));
  editor.set({ open: entry });
}

export function closeEditor(): void {
  editor.set({ open: undefined });
}

/** Updates the edit of an entry. Drops it if nothing differs from the entry. */
export function changeEdit(id: string, edit: Edit): void {
  const { [id]: _, ...others } = editor.get().edits;
  putEdits(isChanged(edit) ? { ...others, [id]: edit } : others);
}

export function dropEdit(id: string): void {
  const { [id]: _, ...others } = editor.get().edits;
  putEdits(others);
}

function putEdits(edits: Edits): void {
  editor.set({ edits });
  persistEdits(editor.get().userId, edits);
}
