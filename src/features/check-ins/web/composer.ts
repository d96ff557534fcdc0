// Writing and saving entries, from the first letter to the row on the timeline. It stands outside of the components,
// because a save goes on when its dialog, or the whole tab panel, is gone.
import type { QueryClient } from '@tanstack/react-query';
import { guestId } from '#features/guest/contract.ts';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../contract.ts';
import { texts } from '../texts.ts';
import { withArrived } from './check-in-cache.ts';
import { addOwnRow, putFile } from './check-in-changes.ts';
import { call, type Scope } from './check-in-queries.ts';
import {
  emptyDraft,
  isEmpty,
  keepDrafts,
  readDrafts,
  readyToSend,
  underNewId,
  type Draft,
} from './drafts.ts';
import { fromLocalField } from './local-date.ts';
import { untilAnswered } from './persist.ts';
import { steps, uploadProgress } from './progress.ts';
import { createStore } from './store.ts';
import { upload, uploads } from './upload.ts';

/** The card stays this long after it is complete, and the toast is shown as long, in milliseconds. */
export const savedForMs = 500;
const frameMs = 16;

export type Save = {
  draft: Draft;
  /** 0 to 100. */
  progress: number;
  failed: boolean;
};

type Composer = { userId: string; open: boolean; draft: Draft; saves: Save[]; said: string };

export const composer = createStore<Composer>({
  userId: '',
  open: false,
  draft: emptyDraft(),
  saves: [],
  said: '',
});

/** Brings back what this person had written before a reload. */
export function loadComposer(userId: string): void {
  if (composer.get().userId === userId) return;
  const [draft] = readDrafts(userId, 'draft');
  const saves = readDrafts(userId, 'unsent').map((unsent) => ({ draft: unsent, progress: 0, failed: true }));
  composer.set({ userId, draft: draft ?? emptyDraft(), saves, said: '' });
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
  keepDrafts(userId, 'draft', [changed]);
}

export function clearDraft(): void {
  changeDraft(emptyDraft());
}

/** Says something to screen readers; the region stands beside the dialog. */
export function say(said: string): void {
  composer.set({ said });
}

/** Sends what is written: the dialog closes, the pending card takes over. */
export function saveDraft(queries: QueryClient, scope: Scope): void {
  const draft = readyToSend(composer.get().draft);
  putSaves([{ draft, progress: 0, failed: false }, ...composer.get().saves]);
  composer.set({ open: false, draft: emptyDraft() });
  keepDrafts(scope.userId, 'draft', []);
  void run(queries, scope, draft);
}

/** Sends an entry again whose save failed. */
export function saveAgain(queries: QueryClient, scope: Scope, id: string): void {
  const save = composer.get().saves.find(({ draft }) => draft.id === id);
  if (!save) return;
  changeSave(id, { failed: false, progress: 0 });
  void run(queries, scope, save.draft);
}

/** Takes an entry whose save failed back into the dialog; possible while nothing else is being written. */
export function editAgain(id: string): void {
  const save = composer.get().saves.find(({ draft }) => draft.id === id);
  if (!save || !isEmpty(composer.get().draft)) return;
  dropSave(id);
  changeDraft(save.draft);
  openComposer();
}

/** Takes a save off the list: it is done, or given up. */
export function dropSave(id: string): void {
  putSaves(composer.get().saves.filter(({ draft }) => draft.id !== id));
  keepUnsent();
}

function putSaves(saves: Save[]): void {
  composer.set({ saves });
}

function changeSave(id: string, change: Partial<Omit<Save, 'draft'>>): void {
  putSaves(composer.get().saves.map((save) => (save.draft.id === id ? { ...save, ...change } : save)));
}

/** Entries that the server has not acknowledged survive a reload; the same id makes a repeat harmless. */
function keepUnsent(): void {
  const { userId, saves } = composer.get();
  const unsent = saves.filter(({ progress }) => progress < steps.written);
  keepDrafts(
    userId,
    'unsent',
    unsent.map(({ draft }) => draft),
  );
}

async function run(queries: QueryClient, scope: Scope, draft: Draft, renamed = false): Promise<void> {
  changeSave(draft.id, { progress: steps.writing });
  keepUnsent();
  let row: CheckIn;
  try {
    row = await untilAnswered(() => write(draft));
  } catch (error) {
    if (error instanceof Problem && error.code === 'id_taken' && !renamed)
      return run(queries, scope, rename(draft), true);
    fail(draft, error);
    return;
  }
  changeSave(draft.id, { progress: steps.written });
  keepUnsent();
  const saved = await uploadFiles(queries, draft, row);
  for (const progress of [steps.shoutout, steps.notified, steps.done]) {
    changeSave(draft.id, { progress });
    await drawn();
  }
  toast({ title: scope.userId === guestId ? texts.savedLocally : texts.saved, duration: savedForMs });
  setTimeout(() => {
    addOwnRow(queries, scope, saved);
    dropSave(draft.id);
  }, savedForMs);
}

/** Another window had this draft open and sent it in other words: this one becomes an entry of its own. */
function rename(draft: Draft): Draft {
  const own = underNewId(draft);
  putSaves(composer.get().saves.map((save) => (save.draft.id === draft.id ? { ...save, draft: own } : save)));
  return own;
}

/** Until the step before can have been drawn; a timer, because a page in the background draws no frames. */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, frameMs));
}

function write(draft: Draft): Promise<CheckIn> {
  const at = fromLocalField(draft.date);
  return call('POST /api/check_ins', {
    body: {
      id: draft.id,
      content: draft.content,
      emoji: draft.emoji,
      ...(at && { created_at: at.toISOString() }),
      files: draft.files.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
    },
  });
}

/** Refusals, and a browser or server that is full: their words help the person more than ours. */
function isTold({ status }: Problem): boolean {
  return (status >= 400 && status < 500) || status === 507;
}

function fail(draft: Draft, error: unknown): void {
  const why = error instanceof Problem && isTold(error) ? (error.detail ?? error.title) : '';
  toast({ title: texts.saveFailed, ...(why && { description: why }), tone: 'danger' });
  changeSave(draft.id, { failed: true, progress: 0 });
  if (!composer.get().open) editAgain(draft.id);
  keepUnsent();
}

/** Uploads what has not arrived yet and gives the entry as it stands then. One lost file stops no other. */
async function uploadFiles(queries: QueryClient, draft: Draft, row: CheckIn): Promise<CheckIn> {
  const due = draft.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  const done = new Set<string>();
  const lost: string[] = [];
  const end = uploads.subscribe(() => {
    const { byId } = uploads.get();
    const sent = due.map(({ id, file }) => ({
      size: file.size,
      sent: done.has(id) ? file.size : (byId[id]?.sent ?? 0),
    }));
    // A failed file counts from nothing again; the card does not go back for it.
    const before = composer.get().saves.find((save) => save.draft.id === draft.id)?.progress ?? 0;
    changeSave(draft.id, { progress: Math.max(before, uploadProgress(sent)) });
  });
  await Promise.all(
    due.map(async ({ id, file }) => {
      try {
        putFile(queries, await upload(row.id, id, file));
        row = withArrived(row, id);
      } catch (error) {
        console.warn(`${file.name} was not uploaded.`, error);
        lost.push(file.name);
      }
      done.add(id);
    }),
  );
  end();
  if (lost.length > 0) say(lost.map((name) => texts.missing.failed(name)).join(' '));
  return row;
}
