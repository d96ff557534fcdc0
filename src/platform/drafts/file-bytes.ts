// The bytes of attached files that are not uploaded yet, in IndexedDB, because localStorage cannot hold files.
import type { DBSchema } from 'idb';
import { browserDatabase } from '../tabs/browser-database.ts';

type Row = {
  id: string;
  user_id: string;
  name: string;
  type: string;
  last_modified: number;
  /** Earlier versions stored a Blob, which WebKit cannot store in private windows. */
  blob: ArrayBuffer | Blob;
};

interface Schema extends DBSchema {
  files: { key: string; value: Row; indexes: { user: string } };
}

const { open: database } = browserDatabase<Schema>('logbook-outbox', [
  (created) => created.createObjectStore('files', { keyPath: 'id' }).createIndex('user', 'user_id'),
]);

/** Stores a file. Rejects if the browser's storage is full or unavailable for this site. */
export async function putBytes(userId: string, id: string, file: File): Promise<void> {
  const { name, type, lastModified: last_modified } = file;
  const blob = await file.arrayBuffer();
  await (await database()).put('files', { id, user_id: userId, name, type, last_modified, blob });
}

/** The stored file with this id. */
export async function getBytes(id: string): Promise<File | undefined> {
  const row = await (await database()).get('files', id);
  return row && new File([row.blob], row.name, { type: row.type, lastModified: row.last_modified });
}

/** Ids of all stored files of a user. */
export async function storedIds(userId: string): Promise<string[]> {
  return (await database()).getAllKeysFromIndex('files', 'user', userId);
}

/** Reassigns all stored files of one user to another. */
export async function moveBytes(from: string, to: string): Promise<void> {
  const transaction = (await database()).transaction('files', 'readwrite');
  for (const row of await transaction.store.index('user').getAll(from))
    void transaction.store.put({ ...row, user_id: to });
  await transaction.done;
}

/** Assigns stored files to a user. */
export async function ownBytes(ids: string[], userId: string): Promise<void> {
  const transaction = (await database()).transaction('files', 'readwrite');
  for (const id of ids) {
    const row = await transaction.store.get(id);
    if (row) await transaction.store.put({ ...row, user_id: userId });
  }
  await transaction.done;
}

export async function dropBytes(ids: string[]): Promise<void> {
  const transaction = (await database()).transaction('files', 'readwrite');
  for (const id of ids) void transaction.store.delete(id);
  await transaction.done;
}
