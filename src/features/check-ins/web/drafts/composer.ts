// State of the dialog for a new entry, up to the press of Save. After Save, the entry is in the outbox.
import { createStore } from '#ui/store.ts';
import { entryDraft, type Draft } from './drafts.ts';

type Composer = {
  open: boolean;
  /** Whether the draft's files are loaded and the dialog can open. */
  ready: boolean;
  /** The code with which the server refused this draft. Empty without one. */
  refusedWith: string;
  /** Why files that another app shared are not attached. */
  refusedFiles: readonly string[];
};

export const composer = createStore<Composer>({
  open: false,
  ready: true,
  refusedWith: '',
  refusedFiles: [],
});

/** Restores the user's draft after a reload. */
export function loadComposer(userId: string): void {
  entryDraft.load(userId);
  void loadFiles();
}

async function loadFiles(): Promise<void> {
  if (entryDraft.get().unloadedFiles.length === 0) return;
  composer.set({ ready: false });
  await entryDraft.loadFiles();
  composer.set({ ready: true });
}

export function openComposer(): void {
  composer.set({ open: true });
}

export function closeComposer(): void {
  composer.set({ open: false, refusedWith: '', refusedFiles: [] });
}

/** Opens the dialog with an earlier draft, which replaces an empty one. `refusedWith`: the code of its refusal. */
export function resumeDraft(draft: Draft, refusedWith = ''): void {
  composer.set({ refusedWith });
  entryDraft.change(draft);
  void loadFiles();
  openComposer();
}
