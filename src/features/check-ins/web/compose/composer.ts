// Writing an entry, from the first letter to the press on Save. It stands outside of the components, because what is
// written outlives the dialog, and a save the whole tab panel; sending is the outbox's part.
import { createStore } from '#ui/store.ts';
import { emptyDraft, persistDraft, readDraft, withFiles, type Draft } from './drafts.ts';
import { readUnsent, type Save } from '../outbox/saves.ts';

type Composer = {
  userId: string;
  open: boolean;
  draft: Draft;
  /** The draft's files are read: it can be shown. */
  ready: boolean;
  /** Newest first. */
  saves: Save[];
  said: string;
};

export const composer = createStore<Composer>({
  userId: '',
  open: false,
  draft: emptyDraft(),
  ready: true,
  saves: [],
  said: '',
});

/** Brings back what this person had written before a reload. */
export function loadComposer(userId: string): void {
  if (composer.get().userId === userId) return;
  const draft = readDraft(userId) ?? emptyDraft();
  composer.set({ userId, draft, saves: readUnsent(userId), said: '' });
  void loadDraftBytes();
}

/** Reads the bytes of the draft's files; those that are gone are named. */
async function loadDraftBytes(): Promise<void> {
  const { draft } = composer.get();
  if (draft.unloadedFiles.length === 0) return;
  composer.set({ ready: false });
  const { files, unloadedFiles } = await withFiles(draft);
  const lostFiles = [...draft.lostFiles, ...unloadedFiles.map(({ name }) => name)];
  composer.set({ draft: { ...draft, files, unloadedFiles: [], lostFiles }, ready: true });
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

/** Takes something written before into the dialog, in the place of an empty draft. */
export function resumeDraft(draft: Draft): void {
  changeDraft(draft);
  void loadDraftBytes();
  openComposer();
}

/** Says something to screen readers; the region stands beside the dialog. */
export function say(said: string): void {
  composer.set({ said });
}
