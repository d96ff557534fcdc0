// Suggestions that the server does not have: files of other programs are parsed in the browser, and what they contain is sent
// only once the user accepts it (R-O4). They are in IndexedDB, by their user or the guest.
import type { DBSchema, IDBPTransaction } from 'idb';
import { guestId } from '#features/guest/constants.ts';
import { browserDatabase } from '#platform/tabs/browser-database.ts';
import { limits, type SuggestionSource } from '../constants.ts';
import type { Suggestion } from '../contract.ts';
import { markCount, markedCount, markGuestSuggestions } from './local-mark.ts';

/** An entry that the user accepted, until it is written. Kept, so that it is written once whatever happens. */
export type AcceptedEntry = {
  id: string;
  content: string;
  emoji: string | null;
  created_at: string;
  source: SuggestionSource;
  source_name: string | null;
};

export type LocalSuggestion = Suggestion & {
  owner: string;
  hash: string;
  /** The server has not been asked yet whether it was settled before: there was no connection. */
  unchecked?: true;
  /** It is being accepted. */
  entry?: AcceptedEntry;
  /** When it was accepted or dismissed. The row stays for an hour, for Undo. */
  settled_at?: string;
};

type FileRow = { id: string; owner: string; hash: string; bytes: ArrayBuffer; type: string };

interface Schema extends DBSchema {
  suggestions: { key: [owner: string, hash: string]; value: LocalSuggestion };
  /** Not Blobs, which WebKit cannot store in private windows. */
  files: { key: string; value: FileRow };
  /** What a guest has settled. A user's is on the server. */
  settled: { key: string; value: { hash: string } };
}

const { open } = browserDatabase<Schema>('logbook-suggestions', [
  (created) => {
    created.createObjectStore('suggestions', { keyPath: ['owner', 'hash'] });
    created.createObjectStore('files', { keyPath: 'id' });
    created.createObjectStore('settled', { keyPath: 'hash' });
  },
]);

const stores = ['suggestions', 'files', 'settled'] as const;
type Tx = IDBPTransaction<Schema, typeof stores, 'readwrite'>;

const ofOwner = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);
const isOpen = (row: LocalSuggestion) => row.settled_at === undefined;

/** Runs one transaction. `work` may only await the store: IndexedDB ends an idle transaction. */
async function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const tx = (await open()).transaction(stores, 'readwrite');
  const result = await work(tx);
  await tx.done;
  return result;
}

const channelName = 'logbook-suggestions';
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Opens the channel to the other tabs of this browser, once. Old browsers have none: their tabs see changes when reloaded. */
function toTabs(): BroadcastChannel | undefined {
  if (!channel && typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = () => notify();
  }
  return channel;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change, of any tab. Returns a function that ends that. */
export function onLocalChange(listener: () => void): () => void {
  toTabs();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Owners whose changes are announced later. Undefined: immediately. */
let held: Set<string> | undefined;

/** Announces the changes of a long action together, at its end: each time, all that is left is counted and shown again. */
export async function announcedOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  if (held) return work();
  const owners = (held = new Set<string>());
  try {
    return await work();
  } finally {
    held = undefined;
    for (const owner of owners) await announce(owner);
  }
}

async function announce(owner: string): Promise<void> {
  if (held) return void held.add(owner);
  markCount(owner, (await localSuggestions(owner)).length);
  if (owner === guestId) markGuestSuggestions(true);
  toTabs()?.postMessage('changed');
  notify();
}

/** The open suggestions of a user in this browser, in no order. */
export async function localSuggestions(owner: string): Promise<LocalSuggestion[]> {
  const rows = await (await open()).getAll('suggestions', ofOwner(owner));
  return rows.filter(isOpen);
}

export type NewLocal = {
  row: LocalSuggestion;
  files: readonly { id: string; bytes: ArrayBuffer; type: string }[];
};

/** Stores those that are not stored yet, up to the limit. Returns the outcome of each. */
export async function insertLocal(
  owner: string,
  added: readonly NewLocal[],
): Promise<('added' | 'known' | 'too_many_suggestions')[]> {
  const outcomes = await inTransaction(async (tx) => {
    const rows = tx.objectStore('suggestions');
    const stored = await rows.getAll(ofOwner(owner));
    const known = new Set(stored.map(({ hash }) => hash));
    let room = limits.open - stored.filter(isOpen).length;
    return added.map(({ row, files }) => {
      if (known.has(row.hash)) return 'known';
      if (room <= 0) return 'too_many_suggestions';
      room -= 1;
      known.add(row.hash);
      void rows.put(row);
      for (const file of files) void tx.objectStore('files').put({ ...file, owner, hash: row.hash });
      return 'added';
    });
  });
  await announce(owner);
  return outcomes;
}

async function removeRow(tx: Tx, row: LocalSuggestion): Promise<void> {
  await tx.objectStore('suggestions').delete([row.owner, row.hash]);
  for (const { id } of row.files) await tx.objectStore('files').delete(id);
}

/** Deletes suggestions, such as those that the server knows as settled. */
export async function removeLocal(owner: string, hashes: readonly string[]): Promise<void> {
  await changeRows(owner, hashes, async (tx, row) => removeRow(tx, row));
}

/** Deletes what this browser has of others whose note is gone, such as those who deleted their account. */
export async function removeForgotten(owner: string): Promise<void> {
  await inTransaction(async (tx) => {
    for (const row of await tx.objectStore('suggestions').getAll())
      if (row.owner !== owner && markedCount(row.owner) === 0) await removeRow(tx, row);
  });
}

/** Notes that the server was asked about these. */
export async function markChecked(owner: string, hashes: readonly string[]): Promise<void> {
  await changeRows(owner, hashes, async (tx, row) => {
    const { unchecked, ...checked } = row;
    if (unchecked) await tx.objectStore('suggestions').put(checked);
  });
}

async function changeRows(
  owner: string,
  hashes: readonly string[],
  change: (tx: Tx, row: LocalSuggestion) => Promise<void>,
): Promise<void> {
  await inTransaction(async (tx) => {
    for (const hash of hashes) {
      const row = await tx.objectStore('suggestions').get([owner, hash]);
      if (row) await change(tx, row);
    }
  });
  await announce(owner);
}

/** Suggestions that are being accepted, with the entry that they become. */
export type Begun = { rows: readonly LocalSuggestion[]; entry: AcceptedEntry };

/**
 * Notes the entries that groups of suggestions become, each unless another window has settled one of its suggestions or accepts
 * it into another entry. Returns what was noted, or undefined, for each.
 */
export async function beginAccepting(
  owner: string,
  groups: readonly Begun[],
): Promise<(Begun | undefined)[]> {
  const begun = await inTransaction(async (tx) => {
    const store = tx.objectStore('suggestions');
    const noted: (Begun | undefined)[] = [];
    for (const { rows: before, entry } of groups) {
      const rows = await Promise.all(before.map(({ hash }) => store.get([owner, hash])));
      const free = rows.filter((row) => row && isOpen(row) && (row.entry?.id ?? entry.id) === entry.id);
      const found = free.filter((row) => row !== undefined);
      // What was accepted first: a repeated request must be the same.
      const accepted = found[0]?.entry ?? entry;
      const isFree = found.length === before.length;
      noted.push(
        isFree ? { rows: found.map((row) => ({ ...row, entry: accepted })), entry: accepted } : undefined,
      );
      if (isFree) for (const row of found) void store.put({ ...row, entry: accepted });
    }
    return noted;
  });
  await announce(owner);
  return begun;
}

/** Undoes that, after the entry was refused. */
export async function endAccepting(owner: string, hashes: readonly string[]): Promise<void> {
  await changeRows(owner, hashes, async (tx, row) => {
    const { entry, ...free } = row;
    if (entry) await tx.objectStore('suggestions').put(free);
  });
}

/**
 * Marks open suggestions as accepted into an entry, or as dismissed if it is null. Returns the hashes of those that were:
 * another window may be accepting the others.
 */
export async function settleLocal(
  owner: string,
  found: readonly { hash: string; entryId: string | null }[],
): Promise<string[]> {
  if (found.length === 0) return [];
  const entries = new Map(found.map(({ hash, entryId }) => [hash, entryId]));
  const settled: string[] = [];
  await changeRows(owner, [...entries.keys()], async (tx, row) => {
    if (!isOpen(row) || (row.entry?.id ?? null) !== entries.get(row.hash)) return;
    settled.push(row.hash);
    await tx.objectStore('suggestions').put({ ...row, settled_at: new Date().toISOString() });
  });
  return settled;
}

/** Undoes that. Each gets a new id, because its id is that of an entry in the bin. */
export async function reopenLocal(
  owner: string,
  hashes: readonly string[],
  newId: () => string,
): Promise<void> {
  await changeRows(owner, hashes, async (tx, { settled_at: _s, entry: _e, ...row }) => {
    const files = row.files.map((file) => ({ ...file, id: newId() }));
    for (const [at, { id }] of row.files.entries()) {
      const stored = await tx.objectStore('files').get(id);
      if (!stored) continue;
      await tx.objectStore('files').delete(id);
      await tx.objectStore('files').put({ ...stored, id: files[at]!.id });
    }
    await tx.objectStore('suggestions').put({ ...row, files, id: newId() });
  });
}

export async function fileOf(id: string): Promise<Blob | undefined> {
  const row = await (await open()).get('files', id);
  return row && new Blob([row.bytes], { type: row.type });
}

/** Deletes what was settled an hour ago, and what has waited for 90 days (R-O2). */
export async function purgeLocal(owner: string, now: number): Promise<void> {
  const rows = await (await open()).getAll('suggestions', ofOwner(owner));
  const minutes = 60_000;
  const ended = rows.filter(({ settled_at, created_at }) =>
    settled_at === undefined
      ? Date.parse(created_at) < now - limits.days * 24 * 60 * minutes
      : Date.parse(settled_at) < now - limits.undoMinutes * minutes,
  );
  if (ended.length > 0)
    await removeLocal(
      owner,
      ended.map(({ hash }) => hash),
    );
}

export async function settledByGuest(hashes: readonly string[]): Promise<string[]> {
  const known = new Set(await (await open()).getAllKeys('settled'));
  return hashes.filter((hash) => known.has(hash));
}

export async function changeSettledByGuest(hashes: readonly string[], settled: boolean): Promise<void> {
  await inTransaction(async (tx) => {
    const store = tx.objectStore('settled');
    for (const hash of hashes) await (settled ? store.put({ hash }) : store.delete(hash));
  });
  markGuestSuggestions(true);
}

export async function allSettledByGuest(): Promise<string[]> {
  return (await open()).getAllKeys('settled');
}

/** Gives the guest's suggestions to an account. */
export async function adoptLocal(owner: string): Promise<void> {
  await inTransaction(async (tx) => {
    const store = tx.objectStore('suggestions');
    for (const row of await store.getAll(ofOwner(guestId))) {
      await store.delete([guestId, row.hash]);
      if (await store.get([owner, row.hash])) {
        for (const { id } of row.files) await tx.objectStore('files').delete(id);
      } else await store.put({ ...row, owner, unchecked: true });
    }
  });
  await announce(guestId);
  await announce(owner);
}
