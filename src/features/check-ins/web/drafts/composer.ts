// State of the entry being written, up to the press of Save. It lives outside of the components, because a draft
// outlives the dialog. After Save, the entry is in the outbox.
import { createStore } from '#ui/store.ts';
import { emptyDraft, persistDraft, readDraft, type Draft } from './drafts.ts';
import { loadFiles } from '#platform/drafts/persisted-files.ts';

type Composer = {
  userId: string;
  open: boolean;
  draft: Draft;
  /** Whether the draft's files are loaded and the dialog can open. */
  ready: boolean;
  /** The code with which the server refused this draft. Empty without one. */
  refusedWith: string;
};

export const composer = createStore<Composer>({
  userId: '',
  open: false,
  draft: emptyDraft(),
  ready: true,
  refusedWith: '',
});

/** Restores the user's draft after a reload. */
export function loadComposer(userId: string): void {
  if (composer.get().userId === userId) return;
  composer.set({ userId, draft: readDraft(userId) ?? emptyDraft() });
  void loadDraftBytes();
}

async function loadDraftBytes(): Promise<void> {
  const { draft } = composer.get();
  if (draft.unloadedFiles.length === 0) return;
  composer.set({ ready: false });
  composer.set({ draft: await loadFiles(draft), ready: true });
}

export function openComposer(): void {
  composer.set({ open: true });
}

export function closeComposer(): void {
  composer.set({ open: false, refusedWith: '' });
}

export function changeDraft(change: Partial<Draft>): void {
  const { userId, draft } = composer.get();
  const changed = { ...draft, ...change };
  composer.set({ draft: changed });
  persistDraft(userId, changed);
}

export function clearDraft(): void {
  changeDraft(emptyDraft());
}

/** Opens the dialog with an earlier draft, which replaces an empty one. `refusedWith`: the code of its refusal. */
export function resumeDraft(draft: Draft, refusedWith = ''): void {
  composer.set({ refusedWith });
  changeDraft(draft);
  void loadDraftBytes();
  openComposer();
}
