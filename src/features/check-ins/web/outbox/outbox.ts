// Saving entries, and what the user can do with those that are not saved yet (R-B8).
import type { QueryClient } from '@tanstack/react-query';
import { availableFiles } from '#platform/drafts/persisted-files.ts';
import { startOf } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { closeComposer, composer, resumeDraft } from '../drafts/composer.ts';
import { entryDraft, isEmpty } from '../drafts/drafts.ts';
import { entryOutbox } from './entry-outbox.ts';
import { entryQueue, maxUnsent } from './entry-queue.ts';
import { notifyWaiting } from './notify-waiting.ts';

/** Sends the draft. The dialog closes and the pending card takes over. If the queue is full, the dialog stays open. */
export async function saveDraft(queries: QueryClient, scope: Scope): Promise<void> {
  if (entryQueue.storedIds().length >= maxUnsent) {
    toast({ ...outboxTexts.waiting.tooMany(maxUnsent), tone: 'danger' });
    return;
  }
  // Why it was refused before. If it was corrected, it now gets a new id.
  dismissToastsAbout(entryDraft.get().id);
  const draft = { ...entryDraft.ready(), savedAt: new Date().toISOString() };
  const saving = entryOutbox.save(draft, { queries, scope });
  closeComposer();
  entryDraft.clear();
  const outcome = await saving;
  if (outcome === 'waits') notifyWaiting();
  // Reopens the dialog with it, unless the user is writing another entry.
  if (outcome === 'refused' && !composer.get().open) editAgain(draft.id);
}

/** Sends a queued or refused entry when the user asks for it. */
export async function saveAgain(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  if ((await entryOutbox.sendAgain(id, { queries, scope })) === 'waits') notifyWaiting();
}

/** Moves an unsent entry back into the dialog, which shows what was refused, if the dialog's draft is empty. */
export function editAgain(id: string): void {
  const save = entryQueue.find(id);
  if (!save || !isEmpty(entryDraft.get())) return;
  resumeDraft(save.write, save.code);
  entryQueue.drop(id);
}

/** Discards an unsent entry without confirmation. A toast offers Undo for 10 seconds, including its files. */
export async function discard(id: string): Promise<void> {
  const save = entryQueue.find(id);
  if (!save) return;
  // Loads the files before they are deleted from the browser.
  const write = await availableFiles(save.write);
  entryQueue.drop(id);
  showUndoToast({
    title: outboxTexts.unsent.discarded,
    description: startOf(write.content),
    onUndo: () => entryQueue.put({ ...save, write }),
  });
}

/** Starts sending queued entries whenever the connection is back. Runs once per page. */
export function startOutbox(queries: QueryClient, scope: Scope): void {
  entryOutbox.start(scope.userId, { queries, scope });
}
