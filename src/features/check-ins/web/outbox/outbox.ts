// Saving, and what waits for a connection: it is sent by itself, once, in order, when the connection is back, also by a
// page that is opened later (R-B8).
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast.ts';
import { limits } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import type { Scope } from '../queries/check-in-queries.ts';
import { composer, resumeDraft } from '../compose/composer.ts';
import { emptyDraft, isEmpty, persistDraft, withFiles, type Draft } from '../compose/drafts.ts';
import { readyToSend } from '../compose/ready-draft.ts';
import { startOf } from '../formats.ts';
import { onlyHere } from './only-here.ts';
import { changeSave, dropSave, findSave, putSaves } from './outbox-list.ts';
import { send } from './outbox-send.ts';
import { steps } from './progress.ts';
import { resumeUploads } from '../files/resume-uploads.ts';
import { countUnsent, parseStorageEvent, maxUnsent } from './saves.ts';
import { whenBack } from './when-back.ts';

/** Another window is at it, or a page that is just going away: soon it is clear which, in milliseconds. */
const recheckMs = 3000;

/** Sends what is written: the dialog closes, the pending card takes over. With too much waiting, the dialog stays. */
export function saveDraft(queries: QueryClient, scope: Scope): void {
  const { userId, saves, draft: written } = composer.get();
  if (countUnsent(userId) >= maxUnsent) {
    toast({ ...outboxTexts.waiting.tooMany(maxUnsent), tone: 'danger' });
    return;
  }
  const draft = { ...readyToSend(written), savedAt: new Date().toISOString() };
  putSaves([{ draft, progress: 0, state: 'sending', reason: '' }, ...saves]);
  composer.set({ open: false, draft: emptyDraft() });
  persistDraft(userId, emptyDraft());
  void sendNow(queries, scope, draft);
}

async function sendNow(queries: QueryClient, scope: Scope, draft: Draft): Promise<void> {
  const outcome = await send(queries, scope, draft, false);
  if (outcome === 'waits') notifyWaiting();
  // It is still in mind: back into the dialog with it, unless something else is being written.
  if (outcome === 'refused' && !composer.get().open) editAgain(draft.id);
}

/** Sends an entry that waits or was refused, at the person's wish. */
export async function saveAgain(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  const save = findSave(id);
  if (!save) return;
  changeSave(id, { state: 'sending', progress: steps.writing });
  const outcome = await send(queries, scope, save.draft, true);
  if (outcome === 'waits') notifyWaiting();
  if (outcome === 'elsewhere') changeSave(id, { state: 'waiting', progress: 0 });
}

/** Takes an entry that is not saved back into the dialog; possible while nothing else is being written. */
export function editAgain(id: string): void {
  const save = findSave(id);
  if (!save || !isEmpty(composer.get().draft)) return;
  resumeDraft(save.draft);
  dropSave(id);
}

/** Gives an entry up that is not saved, without a question: a message offers the way back, with its files, for 10 seconds. */
export async function discard(id: string): Promise<void> {
  const save = findSave(id);
  if (!save) return;
  // Read before the browser lets go of them.
  const draft = await withFiles(save.draft);
  const at = composer.get().saves.findIndex((one) => one.draft.id === id);
  dropSave(id);
  toast({
    title: outboxTexts.unsent.discarded,
    description: startOf(draft.content),
    duration: limits.undoSeconds * 1000,
    action: {
      label: texts.deleted.undo,
      onPress: () => putSaves(composer.get().saves.toSpliced(Math.max(at, 0), 0, { ...save, draft })),
    },
  });
}

const waiting = () => composer.get().saves.filter(({ state }) => state === 'waiting');

/** How many the person has been told of. */
let told = 0;

function notifyWaiting(): void {
  told = waiting().length;
  toast({ title: outboxTexts.waiting.count(told), description: outboxTexts.waiting.detail });
}

let started = false;

/** From now on what waits is sent when the connection is back. Once for the page; the composer is loaded. */
export function startOutbox(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  const look = () => void sendWaiting(queries, scope);
  addEventListener('storage', (event) => onStorageEvent(scope.userId, event));
  whenBack(look);
}

let looking = false;

async function sendWaiting(queries: QueryClient, scope: Scope): Promise<void> {
  if (looking || !navigator.onLine) return;
  looking = true;
  try {
    const tried = await onlyHere(`outbox-${scope.userId}`, () => sendInOrder(queries, scope));
    if (!tried && waiting().length > 0) setTimeout(() => void sendWaiting(queries, scope), recheckMs);
    if (waiting().length > told) notifyWaiting();
    told = waiting().length;
    await resumeUploads(queries, scope);
  } finally {
    looking = false;
  }
}

/** Whether this window tried all of them, as far as there is a connection. */
async function sendInOrder(queries: QueryClient, scope: Scope): Promise<boolean> {
  let tried = true;
  for (const { draft } of waiting().toReversed()) {
    const outcome = await send(queries, scope, draft, true);
    if (outcome === 'waits') break;
    if (outcome === 'elsewhere') tried = false;
  }
  return tried;
}

/** Keeps this window's list in step with the others'. */
function onStorageEvent(userId: string, event: StorageEvent): void {
  const heard = parseStorageEvent(userId, event);
  if (!heard) return;
  const own = findSave(heard.id);
  if (heard.gone && own && own.state !== 'sending') dropSave(heard.id);
  else if (heard.save && own?.state === 'waiting')
    changeSave(heard.id, { state: heard.save.state, reason: heard.save.reason });
  else if (heard.save && !own) putSaves([heard.save, ...composer.get().saves]);
}
