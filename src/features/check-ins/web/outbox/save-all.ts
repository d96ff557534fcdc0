import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { toast } from '#ui/toast.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { emptyDraft, type Draft } from '../drafts/drafts.ts';
import { notifyWaiting } from './outbox.ts';
import { send } from './outbox-send.ts';
import { changeSave, findSave, outbox, putSaves } from './outbox-store.ts';
import { steps } from './progress.ts';
import { maxUnsent, unsentStash } from './saves.ts';

/** A text that was written outside of the dialog. `at`: when, as an ISO string. It becomes the date of the entry. */
export type WrittenText = { id: string; text: string; at: string };

/** Ids of the entries that are on the server, and of those that this browser keeps until they are. */
export type SavedAll = { written: string[]; kept: string[] };

/**
 * Adds entries through the outbox, oldest first, under their own ids: adding one again changes nothing. Returns
 * undefined, with a toast, if the queue has no room for all of them.
 */
export async function saveAll(
  queries: QueryClient,
  scope: Scope,
  texts: readonly WrittenText[],
): Promise<SavedAll | undefined> {
  const { userId } = scope;
  const drafts = texts
    .map(({ id, text, at }): Draft => ({ ...emptyDraft(), id, content: text, savedAt: at }))
    .toSorted((a, b) => (a.savedAt! < b.savedAt! ? -1 : 1));
  // Entries of an earlier attempt are in the queue already.
  const added = drafts.filter(({ id }) => !findSave(id));
  if (unsentStash.peek(userId).length + added.length > maxUnsent) {
    toast({ ...outboxTexts.waiting.noRoom(maxUnsent), tone: 'danger' });
    return undefined;
  }
  const saves = added.map((draft) => ({
    ...{ draft, progress: steps.writing, reason: '', code: '' },
    state: 'sending' as const,
  }));
  putSaves([...saves.toReversed(), ...outbox.get().saves]);
  const written = await sendAll(queries, scope, added);
  const stored = new Set(unsentStash.peek(userId).map(([id]) => id));
  return { written, kept: drafts.map(({ id }) => id).filter((id) => stored.has(id)) };
}

/** Sends until the connection is lost. The rest waits. Returns the ids of the written entries. */
async function sendAll(queries: QueryClient, scope: Scope, drafts: Draft[]): Promise<string[]> {
  const written: string[] = [];
  let isReachable = true;
  for (const draft of drafts) {
    const outcome = isReachable ? await send(queries, scope, draft, true) : 'waits';
    if (outcome === 'written') written.push(draft.id);
    if (outcome === 'waits') isReachable = false;
    if (outcome === 'waits' || outcome === 'not_sent')
      changeSave(draft.id, { state: 'waiting', progress: 0 });
  }
  if (!isReachable) notifyWaiting();
  return written;
}
