// Saves entries and queues them while offline. Queued entries are sent once, in order, when the connection is back,
// possibly by a page that is opened later (R-B8).
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { composer, resumeDraft } from '../drafts/composer.ts';
import { emptyDraft, isEmpty, persistDraft, withFiles, type Draft } from '../drafts/drafts.ts';
import { readyToSend } from '../drafts/ready-draft.ts';
import { startOf } from '#platform/reader/formats.ts';
import { changeSave, dropSave, findSave, loadOutbox, outbox, putSaves } from './outbox-store.ts';
import { send } from './outbox-send.ts';
import { steps } from './progress.ts';
import { resumeUploads } from '../files/resume-uploads.ts';
import { maxUnsent, parseSave, unsentStash } from './saves.ts';
import { onReconnect } from '#platform/live/on-reconnect.ts';

/** Delay before checking again whether another tab is still sending or was just closed, in milliseconds. */
const recheckMs = 3000;

/** Sends the draft. The dialog closes and the pending card takes over. If the queue is full, the dialog stays open. */
export function saveDraft(queries: QueryClient, scope: Scope): void {
  const { userId } = scope;
  if (unsentStash.peek(userId).length >= maxUnsent) {
    toast({ ...outboxTexts.waiting.tooMany(maxUnsent), tone: 'danger' });
    return;
  }
  const written = composer.get().draft;
  // Why it was refused before. If it was corrected, it now gets a new id.
  dismissToastsAbout(written.id);
  const draft = { ...readyToSend(written), savedAt: new Date().toISOString() };
  putSaves([{ draft, progress: 0, state: 'sending', reason: '', code: '' }, ...outbox.get().saves]);
  composer.set({ open: false, draft: emptyDraft(), refusedWith: '' });
  persistDraft(userId, emptyDraft());
  void sendNow(queries, scope, draft);
}

async function sendNow(queries: QueryClient, scope: Scope, draft: Draft): Promise<void> {
  const outcome = await send(queries, scope, draft, { late: false });
  if (outcome === 'waits') notifyWaiting();
  // Reopens the dialog with it, unless the user is writing another entry.
  if (outcome === 'refused' && !composer.get().open) editAgain(draft.id);
}

/** Sends a queued or refused entry when the user asks for it. */
export async function saveAgain(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  const save = findSave(id);
  if (!save) return;
  changeSave(id, { state: 'sending', progress: steps.writing });
  const outcome = await send(queries, scope, save.draft, { late: true });
  if (outcome === 'waits') notifyWaiting();
  if (outcome === 'not_sent') changeSave(id, { state: 'waiting', progress: 0 });
}

/** Moves an unsent entry back into the dialog, which shows what was refused, if the dialog's draft is empty. */
export function editAgain(id: string): void {
  const save = findSave(id);
  if (!save || !isEmpty(composer.get().draft)) return;
  resumeDraft(save.draft, save.code);
  dropSave(id);
}

/** Discards an unsent entry without confirmation. A toast offers Undo for 10 seconds, including its files. */
export async function discard(id: string): Promise<void> {
  const save = findSave(id);
  if (!save) return;
  // Loads the files before they are deleted from the browser.
  const draft = await withFiles(save.draft);
  const index = outbox.get().saves.findIndex(({ draft: other }) => other.id === id);
  dropSave(id);
  showUndoToast({
    title: outboxTexts.unsent.discarded,
    description: startOf(draft.content),
    onUndo: () => putSaves(outbox.get().saves.toSpliced(Math.max(index, 0), 0, { ...save, draft })),
  });
}

const waiting = () => outbox.get().saves.filter(({ state }) => state === 'waiting');

/** The number of waiting entries that the user was last notified of. */
let notifiedCount = 0;

/** Shows how many entries are waiting. */
export function notifyWaiting(): void {
  notifiedCount = waiting().length;
  toast({ title: outboxTexts.waiting.count(notifiedCount), description: outboxTexts.waiting.detail });
}

let started = false;

/** Starts sending queued entries whenever the connection is back. Runs once per page. */
export function startOutbox(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  loadOutbox(scope.userId);
  const retry = () => void sendWaiting(queries, scope);
  addEventListener('storage', (event) => onStorageEvent(scope.userId, event));
  onReconnect(retry);
}

let sendingWaiting = false;

async function sendWaiting(queries: QueryClient, scope: Scope): Promise<void> {
  if (sendingWaiting || !navigator.onLine) return;
  sendingWaiting = true;
  try {
    const attemptedAll = await withTabLock(`outbox-${scope.userId}`, 'skip', () =>
      sendInOrder(queries, scope),
    );
    if (!attemptedAll && waiting().length > 0) setTimeout(() => void sendWaiting(queries, scope), recheckMs);
    if (waiting().length > notifiedCount) notifyWaiting();
    notifiedCount = waiting().length;
    await resumeUploads(queries, scope);
  } finally {
    sendingWaiting = false;
  }
}

/**
 * Sends waiting entries, oldest first, until the connection is lost. Returns false if any entry was left to another tab
 * or discarded.
 */
async function sendInOrder(queries: QueryClient, scope: Scope): Promise<boolean> {
  let attemptedAll = true;
  for (const { draft } of waiting().toReversed()) {
    const outcome = await send(queries, scope, draft, { late: true });
    if (outcome === 'waits') break;
    if (outcome === 'not_sent') attemptedAll = false;
  }
  return attemptedAll;
}

/** Syncs this tab's list with another tab, which changed, sent or discarded an entry. */
function onStorageEvent(userId: string, { key, newValue }: StorageEvent): void {
  const id = key === null ? undefined : unsentStash.idOf(key, userId);
  if (id === undefined) return;
  const own = findSave(id);
  if (newValue === null) {
    if (own && own.state !== 'sending') dropSave(id);
    return;
  }
  const { value } = JSON.parse(newValue) as { value?: { state?: unknown } };
  const [save] = value?.state === 'sending' ? [] : parseSave(value);
  if (save && own?.state === 'waiting')
    changeSave(id, { state: save.state, reason: save.reason, code: save.code });
  else if (save && !own) putSaves([save, ...outbox.get().saves]);
}
