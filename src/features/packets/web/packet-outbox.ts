// Saves drafts of packets: as soon as the user pauses, or when the connection is back. Drafts of one packet are sent one
// after another, because each names the revision that it is based on.
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '#platform/clock/id.ts';
import { messageOf, hasCode } from '#platform/http/client.ts';
import { outbox } from '#platform/outbox/outbox.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { createStore } from '#ui/store.ts';
import type { Packet, PacketDraft } from '../contract.ts';
import { cleanDraft, isSameDraft, itemsOf } from '../rules.ts';
import { call, packetListQuery, packetQuery } from './packet-queries.ts';
import { newestOf, packetQueue, type PacketWrite } from './packet-queue.ts';

export type Page = { queries: QueryClient; scope: Scope };
type Saved = { revision: number; updated_at: string; created?: Packet };

/** The user has stopped typing. Milliseconds. */
const pauseMs = 700;

type Ids = { ids: readonly string[] };
/** The packets whose newest draft is only on this page, because the browser is out of storage. */
export const unstoredDrafts = createStore<Ids>({ ids: [] });
/** The packets whose newest draft did not reach the server. */
export const unreachedDrafts = createStore<Ids>({ ids: [] });

function mark(store: typeof unstoredDrafts, id: string, isIn: boolean): void {
  const others = store.get().ids.filter((other) => other !== id);
  store.set({ ids: isIn ? [...others, id] : others });
}

/** The newest revisions that this page has seen. */
const revisions = new Map<string, number>();
/** The last request of each packet. */
const requests = new Map<string, Promise<unknown>>();
/** The last call of `sendDraft` for each packet. */
const sends = new Map<string, Promise<boolean>>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const packetOutbox = outbox<PacketWrite, Page, Saved>({
  queue: packetQueue,
  async deliver(write) {
    const before = requests.get(write.packetId);
    const request = (async () => {
      await before?.catch(() => undefined);
      return save(write);
    })();
    requests.set(write.packetId, request);
    return request;
  },
  complete({ id, packetId, draft, at }, { revision, updated_at, created }, { queries, scope }) {
    revisions.set(packetId, revision);
    for (const store of [unstoredDrafts, unreachedDrafts]) mark(store, packetId, false);
    queries.setQueryData(packetQuery(scope, packetId).queryKey, (known) => {
      const packet = known ?? created;
      return packet && { ...packet, draft, revision, updated_at };
    });
    const { queryKey } = packetListQuery(scope);
    // Also in the offline copy, from which the list may be read next.
    queries.setQueryData(queryKey, (rows) => {
      const row = rows?.find((known) => known.id === packetId) ?? created;
      const items = itemsOf(draft).length;
      const changed = row && {
        ...row,
        title: draft.title,
        period: draft.period,
        items,
        revision,
        updated_at,
      };
      return changed && rows ? [changed, ...rows.filter((known) => known.id !== packetId)] : rows;
    });
    void queries.invalidateQueries({ queryKey });
    for (const { write } of writesOf(packetId)) {
      if (write.id === id) continue;
      // It contains all that earlier ones do, such as one that was refused.
      if ((write.at ?? '') < (at ?? '')) packetQueue.drop(write.id);
      else packetQueue.change(write.id, { write: { ...write, base: revision } });
    }
  },
  refused: (_, error) => ({
    reason: messageOf(error) ?? '',
    code: hasCode(error, 'packet_changed') ? error.code : '',
  }),
});

const writesOf = (packetId: string) =>
  packetQueue.store.get().all.filter(({ write }) => write.packetId === packetId);

async function save({ packetId: id, base, draft }: PacketWrite): Promise<Saved> {
  const known = Math.max(base, revisions.get(id) ?? 0);
  if (known > 0) return put(id, known, draft);
  const created = await call('POST /api/packets', { body: { id, draft } });
  const { revision, updated_at } = created;
  // The server may have an earlier draft of it, whose response was lost.
  const isStored = isSameDraft(created.draft, cleanDraft(draft));
  return { ...(isStored ? { revision, updated_at } : await put(id, revision, draft)), created };
}

const put = (id: string, revision: number, draft: PacketDraft) =>
  call('PUT /api/packets/:id', { params: { id }, body: { revision, draft } });

/** Starts sending queued drafts from this page. Later calls do nothing. */
export function startPacketOutbox(queries: QueryClient, scope: Scope): void {
  packetOutbox.start(scope.userId, { queries, scope });
}

/** Stores a draft in the browser immediately, and on the server soon. `base`: 0 for a new packet. */
export function saveDraft(page: Page, packetId: string, base: number, draft: PacketDraft): void {
  const waiting = writesOf(packetId).findLast(({ state }) => state === 'waiting' || state === 'refused');
  const write = {
    ...{ id: waiting?.write.id ?? newId(), packetId, draft, at: new Date().toISOString() },
    base: waiting?.write.base ?? base,
  };
  const isRefused = waiting?.state === 'refused';
  const isStored = packetQueue.put({
    write,
    state: isRefused ? 'refused' : 'waiting',
    progress: 0,
    reason: waiting?.reason ?? '',
    code: waiting?.code ?? '',
  });
  mark(unstoredDrafts, packetId, !isStored);
  if (isRefused && waiting.code === 'packet_changed') return;
  clearTimeout(timers.get(packetId));
  timers.set(
    packetId,
    setTimeout(() => void sendDraft(page, packetId), pauseMs),
  );
}

/** Sends the newest draft now. Resolves to whether the server has it. */
export function sendDraft(page: Page, packetId: string): Promise<boolean> {
  clearTimeout(timers.get(packetId));
  const before = sends.get(packetId);
  const sending = (async () => {
    await before?.catch(() => undefined);
    const newest = newestOf(packetQueue.store.get().all, packetId);
    if (!newest || newest.state === 'delivered') return true;
    const outcome = await packetOutbox.sendAgain(newest.write.id, page);
    mark(unreachedDrafts, packetId, outcome === 'waits');
    return outcome === 'delivered';
  })();
  sends.set(packetId, sending);
  return sending;
}

/** Replaces what another window stored with this window's draft. */
export async function keepOwnDraft(page: Page, packetId: string): Promise<void> {
  const stored = await call('GET /api/packets/:id', { params: { id: packetId } });
  revisions.set(packetId, stored.revision);
  await sendDraft(page, packetId);
}

/** Discards the unsent drafts of a packet, such as in favor of what another window stored. */
export function discardDrafts({ queries, scope }: Page, packetId: string): void {
  clearTimeout(timers.get(packetId));
  revisions.delete(packetId);
  for (const { write } of writesOf(packetId)) packetQueue.drop(write.id);
  void queries.invalidateQueries({ queryKey: packetQuery(scope, packetId).queryKey });
}
