// Transactions on the guest store. Errors are thrown as `Problem`s.
import type { IDBPTransaction, StoreNames } from 'idb';
import { Problem } from '#platform/http/client.ts';
import { refusalTexts } from '../texts.ts';
import { localProblemTexts } from '#platform/http/problem-texts.ts';
import {
  guestDatabase,
  reopenGuestDatabase,
  type GuestDatabase,
  type GuestSchema,
} from './guest-database.ts';

type Stores = StoreNames<GuestSchema>[];
export type GuestRead = IDBPTransaction<GuestSchema, Stores>;
export type GuestWrite = IDBPTransaction<GuestSchema, Stores, 'readwrite'>;

export const stores: Stores = ['check_ins', 'log_files', 'file_bytes', 'goals', 'packets', 'meta'];

/** Runs a read transaction. `work` may only await the store: IndexedDB ends an idle transaction. */
export async function readGuest<Result>(work: (tx: GuestRead) => Promise<Result>): Promise<Result> {
  try {
    return await work(await begin((database) => database.transaction(stores)));
  } catch (error) {
    throw problemOf(error);
  }
}

/** A refusal in the shape the server returns. */
export function refusal(
  status: number,
  code: string,
  { title, detail }: { title: string; detail?: string },
): Problem {
  return new Problem(status, { code, title, ...(detail && { detail }) });
}

export const invalidInput = (detail: string) =>
  refusal(400, 'invalid_input', { title: localProblemTexts.invalid_input, detail });
export const notFound = () => refusal(404, 'not_found', { title: localProblemTexts.not_found });

/** Starts a transaction. Reopens the database if the browser closed the connection. */
export async function begin<Tx>(start: (database: GuestDatabase) => Tx): Promise<Tx> {
  const database = await guestDatabase();
  try {
    return start(database);
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') throw error;
    return start(await reopenGuestDatabase());
  }
}

export function problemOf(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return error;
  if (error.name === 'QuotaExceededError') return refusal(507, 'storage_full', refusalTexts.storage_full);
  // A newer version of the page upgraded the database in another tab.
  if (error.name === 'VersionError') return refusal(409, 'page_outdated', refusalTexts.page_outdated);
  const blocked = ['InvalidStateError', 'SecurityError', 'UnknownError', 'ReferenceError'];
  return blocked.includes(error.name) ? refusal(507, 'storage_closed', refusalTexts.storage_closed) : error;
}

/** The key range of one entry in an index whose keys start with the entry's id. */
export const keysOfEntry = (entryId: string) => IDBKeyRange.bound([entryId], [entryId, []]);
