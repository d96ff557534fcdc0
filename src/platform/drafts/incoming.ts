// What other apps shared with this one, until a page adds it to a draft (R-N9). The service worker stores it, which cannot
// reach localStorage.
import type { DBSchema } from 'idb';
import { browserDatabase } from '../tabs/browser-database.ts';
import { dropBytes, ownBytes, putBytes } from './file-bytes.ts';
import type { AttachedFile, FileInfo } from './persisted-files.ts';

export type Incoming<Refused = unknown> = {
  id: string;
  /** Whose session this browser had when it was shared. Null: it had none. */
  owner: string | null;
  text: string;
  /** Their bytes are stored under their ids. */
  files: FileInfo[];
  /** Files that no draft accepts, of which only the names are kept. */
  refused: Refused[];
};

interface Schema extends DBSchema {
  incoming: { key: string; value: Incoming };
  owner: { key: 'owner'; value: string };
}

/** The owner of the bytes until a draft has them. */
const waiting = 'incoming';

const { open: database } = browserDatabase<Schema>('logbook-incoming', [
  (created) => {
    created.createObjectStore('incoming', { keyPath: 'id' });
    created.createObjectStore('owner');
  },
]);

/** Notes whose session this browser has, for the service worker. */
export async function noteOwner(userId: string | null): Promise<void> {
  const open = await database();
  const before = await open.get('owner', 'owner');
  if (before === (userId ?? undefined)) return;
  if (userId === null) await open.delete('owner', 'owner');
  else await open.put('owner', userId, 'owner');
}

export async function notedOwner(): Promise<string | null> {
  return (await (await database()).get('owner', 'owner')) ?? null;
}

/** All that waits, oldest first. */
export async function listIncoming(): Promise<Incoming[]> {
  return (await database()).getAll('incoming');
}

/** Stores it completely, or nothing of it. Rejects if the browser's storage is full or unavailable. */
export async function putIncoming(incoming: Incoming, files: AttachedFile[]): Promise<void> {
  try {
    for (const { id, file } of files) await putBytes(waiting, id, file);
    await (await database()).put('incoming', incoming);
  } catch (error) {
    await dropBytes(files.map(({ id }) => id)).catch(() => undefined);
    throw error;
  }
}

/** Forgets what is part of a draft of this user now, and leaves the files to the draft, apart from `left`. */
export async function takeIncoming({ id, files }: Incoming, userId: string, left: string[]): Promise<void> {
  const taken = files.map((file) => file.id).filter((file) => !left.includes(file));
  await ownBytes(taken, userId);
  await (await database()).delete('incoming', id);
  await dropBytes(left);
}

/** Deletes what waits for a user, whose account was deleted. */
export async function dropIncomingOf(userId: string): Promise<void> {
  for (const incoming of await listIncoming())
    if (incoming.owner === userId)
      await takeIncoming(
        incoming,
        userId,
        incoming.files.map(({ id }) => id),
      );
}
