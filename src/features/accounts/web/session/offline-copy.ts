// The copy of a user's data for reading offline. It lives in IndexedDB under the user's id, never in the caches of the
// service worker, and is deleted with the session (session-end.ts).
import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '#platform/tabs/browser-database.ts';
import { knownSession } from './session-memory.ts';

/** Increment it when the shape of a stored query changes. Copies in another format are not read. */
const format = 1;

/** A query of the page with its data. */
export type CopyPart = { key: readonly unknown[]; data: unknown };
export type CopyNote = {
  /** When the copy last matched the server's state, in milliseconds. */
  at: number;
  /** Server time. Months that were not reloaded since may miss later changes. */
  since: string;
};
export type Copy = { note: CopyNote; parts: CopyPart[] };

type PartRow = CopyPart & { user_id: string; id: string };
type NoteRow = CopyNote & { user_id: string; format: number };

interface Schema extends DBSchema {
  parts: { key: [userId: string, id: string]; value: PartRow };
  notes: { key: string; value: NoteRow };
}

const { open: database } = browserDatabase<Schema>('logbook-offline', [
  (created) => {
    created.createObjectStore('parts', { keyPath: ['user_id', 'id'] });
    created.createObjectStore('notes', { keyPath: 'user_id' });
  },
]);

const idOf = (key: readonly unknown[]) => JSON.stringify(key);
const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

/** The database for writing, or undefined once the user's session has ended: nothing may be added after a sign-out. */
async function databaseOf(userId: string): Promise<IDBPDatabase<Schema> | undefined> {
  const open = await database();
  return knownSession()?.userId === userId ? open : undefined;
}

/** Writes changed parts and the time of the copy, if it is known, all at once: a copy without its time is not read. */
export async function putParts(userId: string, parts: CopyPart[], note?: CopyNote): Promise<void> {
  const tx = (await databaseOf(userId))?.transaction(['parts', 'notes'], 'readwrite');
  if (!tx) return;
  await Promise.all([
    ...parts.map(({ key, data }) =>
      tx.objectStore('parts').put({ user_id: userId, id: idOf(key), key, data }),
    ),
    note && tx.objectStore('notes').put({ user_id: userId, format, ...note }),
    tx.done,
  ]);
}

export async function deletePart(userId: string, key: readonly unknown[]): Promise<void> {
  await (await database()).delete('parts', [userId, idOf(key)]);
}

/**
 * The copy of this user, if this browser has one, without the parts that `canWait`: those come one by one from `readLater`,
 * the last key first.
 */
export async function readFirstOfCopy(
  userId: string,
  canWait: (key: readonly unknown[]) => boolean,
): Promise<(Copy & { readLater: () => AsyncIterable<CopyPart> }) | undefined> {
  const tx = (await database()).transaction(['parts', 'notes']);
  const [note, ids] = await Promise.all([
    tx.objectStore('notes').get(userId),
    tx.objectStore('parts').getAllKeys(rangeOf(userId)),
  ]);
  if (note?.format !== format) return undefined;
  const { later = [], first = [] } = Object.groupBy(ids, ([, id]) =>
    canWait(JSON.parse(id) as CopyPart['key']) ? 'later' : 'first',
  );
  const parts = await Promise.all(first.map((id) => tx.objectStore('parts').get(id)));
  return {
    note,
    parts: parts.filter((part) => part !== undefined),
    async *readLater() {
      const open = await database();
      for (const id of later.toReversed()) {
        const part = await open.get('parts', id);
        if (part) yield part;
      }
    },
  };
}

/** The copy of this user, if this browser has one. */
export async function readCopy(userId: string): Promise<Copy | undefined> {
  const tx = (await database()).transaction(['parts', 'notes']);
  const note = await tx.objectStore('notes').get(userId);
  if (note?.format !== format) return undefined;
  const parts = await tx.objectStore('parts').getAll(rangeOf(userId));
  return { note, parts };
}

/** Deletes the copies of all other users, and this user's copy if it is in another format. */
export async function deleteOtherCopies(userId: string): Promise<void> {
  const tx = (await database()).transaction(['parts', 'notes'], 'readwrite');
  const parts = tx.objectStore('parts');
  const own = (await tx.objectStore('notes').get(userId))?.format === format;
  for (const key of await parts.getAllKeys()) if (!own || key[0] !== userId) void parts.delete(key);
  const notes = tx.objectStore('notes');
  for (const key of await notes.getAllKeys()) if (!own || key !== userId) void notes.delete(key);
  await tx.done;
}

/** How long a sign-out waits for the browser's database, in milliseconds. */
const deleteTimeoutMs = 3000;

/** Deletes every copy. Rejects on timeout. */
export async function deleteAllCopies(): Promise<void> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new Error('The copies for reading offline were not deleted in time.')),
      deleteTimeoutMs,
    );
  });
  await Promise.race([deleteAll(), timeout]);
}

async function deleteAll(): Promise<void> {
  const tx = (await database()).transaction(['parts', 'notes'], 'readwrite');
  await Promise.all([tx.objectStore('parts').clear(), tx.objectStore('notes').clear(), tx.done]);
}
