import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { hasCode } from '#platform/http/client.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { emptyDraft, type Draft } from '../drafts/drafts.ts';
import { call } from '../queries/check-in-queries.ts';
import { entryOutbox } from './entry-outbox.ts';
import { entryQueue, maxUnsent } from './entry-queue.ts';
import { notifyWaiting } from './notify-waiting.ts';
import { steps } from './progress.ts';

/** A text that was written outside of the dialog. `at`: when, as an ISO string. It becomes the date of the entry. */
export type WrittenText = { id: string; text: string; at: string };

/**
 * What became of the texts, by their ids. `written`: new entries in the logbook. `there`: already entries of the
 * logbook. `binned`: entries that were deleted, and are in the bin. `kept`: entries that this browser keeps until they
 * can be sent.
 */
export type SavedAll = { written: string[]; there: string[]; binned: string[]; kept: string[] };

/**
 * Adds entries through the outbox, oldest first, under their own ids: adding one again changes nothing. The caller
 * reports the outcome. Returns undefined, with a toast, if the queue has no room for all of them.
 */
export async function saveAll(
  queries: QueryClient,
  scope: Scope,
  texts: readonly WrittenText[],
): Promise<SavedAll | undefined> {
  const existing = (await Promise.all(texts.map(existingEntry))).filter((entry) => entry !== undefined);
  const idsOf = (entries: CheckIn[]) => entries.map(({ id }) => id);
  const there = idsOf(existing.filter((entry) => entry.deleted_at === null));
  const binned = idsOf(existing.filter((entry) => entry.deleted_at !== null));
  const drafts = texts
    .filter(({ id }) => !there.includes(id) && !binned.includes(id))
    .map(({ id, text, at }): Draft => ({ ...emptyDraft(), id, content: text, savedAt: at }))
    .toSorted((a, b) => (a.savedAt! < b.savedAt! ? -1 : 1));
  // Entries of an earlier attempt are already in the queue.
  const added = drafts.filter(({ id }) => !entryQueue.find(id));
  if (entryQueue.storedIds().length + added.length > maxUnsent) {
    toast({ ...outboxTexts.waiting.noRoom(maxUnsent), tone: 'danger' });
    return undefined;
  }
  for (const write of added)
    entryQueue.put({ write, state: 'sending', progress: steps.writing, reason: '', code: '' });
  const written = await sendAll(queries, scope, added);
  const stored = new Set(entryQueue.storedIds());
  const kept = drafts.map(({ id }) => id).filter((id) => stored.has(id));
  return { written, there, binned, kept };
}

/**
 * The entry that a text became in an earlier attempt, which may be in the bin. Undefined if there is none, or if a
 * different text is under its id: sending it then adds a separate entry.
 */
async function existingEntry({ id, text }: WrittenText): Promise<CheckIn | undefined> {
  try {
    const entry = await call('GET /api/check_ins/:id', { params: { id } });
    const isSame = entry.edited_at !== null || entry.content === normalizeText(text);
    return isSame ? entry : undefined;
  } catch (error) {
    // Without a connection, it joins the queue. It is sent under its id, which adds nothing twice.
    if (!hasCode(error, 'not_found')) console.warn('An entry could not be looked up.', error);
    return undefined;
  }
}

/** Sends until the connection is lost. The rest waits. Returns the ids of the written entries. */
async function sendAll(queries: QueryClient, scope: Scope, drafts: Draft[]): Promise<string[]> {
  const written: string[] = [];
  let isReachable = true;
  for (const draft of drafts) {
    const outcome = isReachable
      ? await entryOutbox.send(draft, { queries, scope, quiet: true }, true)
      : 'waits';
    if (outcome === 'delivered') written.push(draft.id);
    if (outcome === 'waits') isReachable = false;
    if (outcome === 'waits' || outcome === 'not_sent')
      entryQueue.change(draft.id, { state: 'waiting', progress: 0 });
  }
  if (!isReachable) notifyWaiting();
  return written;
}
