// State of the entry being written, up to the press of Save. It lives outside of the components, because a draft
// outlives the dialog, and a save outlives the tab panel. Sending is the outbox's job.
import { createStore } from '#ui/store.ts';
import { emptyDraft, persistDraft, readDraft, type Draft } from './drafts.ts';
import { loadFiles } from '../files/persisted-files.ts';
import { readUnsent, type Save } from '../outbox/saves.ts';

type Composer = {
  userId: string;
  open: boolean;
  draft: Draft;
  /** Whether the draft's files are loaded and the dialog can open. */
  ready: boolean;
  /** Newest first. */
  saves: Save[];
  /** Text of the screen reader live region. */
  announcement: string;
};

export const composer = createStore<Composer>({
  userId: '',
  open: false,
  draft: emptyDraft(),
  ready: true,
  saves: [],
  announcement: '',
});

/** Restores the user's draft and unsent entries after a reload. */
export function loadComposer(userId: string): void {
  if (composer.get().userId === userId) return;
  const draft = readDraft(userId) ?? emptyDraft();
  composer.set({ userId, draft, saves: readUnsent(userId), announcement: '' });
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
  composer.set({ open: false });
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

/** Opens the dialog with an earlier draft, which replaces an empty one. */
export function resumeDraft(draft: Draft): void {
  changeDraft(draft);
  void loadDraftBytes();
  openComposer();
}

/** Announces a text to screen readers through the live region outside of the dialog. */
export function say(announcement: string): void {
  composer.set({ announcement });
}
